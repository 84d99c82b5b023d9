//! A region that is a block, and nothing around it that removes its directives: the serial program does
//! not compile.

fn scaled(a: &mut [f64]) {
    #[hp5::region] //~ HP5-E0003
    {
        #[hp5::task_tile(i = 4)]
        for i in 0..a.len() {
            a[i] *= 2.0;
        }
    }
}

struct Line(Vec<f64>);

#[hp5::annotated]
impl Line {
    fn scaled(&mut self) {
        let a = &mut self.0;
        #[hp5::region]
        {
            #[hp5::task]
            a[0] = 1.0;
        }
    }
}

#[hp5::region] //~ HP5-E0003
impl Line {}

fn main() {
    let mut line = Line(vec![1.0; 9]);
    scaled(&mut line.0);
    line.scaled();
}
