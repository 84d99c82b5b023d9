//! Plots as SVG: panels of lines or bars, axes linear or logarithmic. Small on purpose.

use std::fmt::Write;

/// One line, or one group of bars.
#[derive(Debug, Clone)]
pub struct Series {
    /// Name in the legend.
    pub name: String,
    /// Points of a line, in order of x.
    pub points: Vec<(f64, f64)>,
}

/// What a panel shows.
#[derive(Debug, Clone)]
pub enum Content {
    /// Lines with dots; a horizontal rule at `rule`.
    Lines {
        /// The lines.
        series: Vec<Series>,
        /// Both axes logarithmic, or x alone.
        log_y: bool,
        /// A horizontal line, such as 50% efficiency.
        rule: Option<f64>,
    },
    /// Horizontal bars on a logarithmic axis: name and value.
    Bars(Vec<(String, f64)>),
}

/// One plot of a page.
#[derive(Debug, Clone)]
pub struct Panel {
    /// Above it.
    pub title: String,
    /// Under the x axis.
    pub x: String,
    /// Beside the y axis (none for bars).
    pub y: String,
    /// What it shows.
    pub content: Content,
}

const WIDTH: f64 = 560.0;
const HEIGHT: f64 = 320.0;
const LEFT: f64 = 60.0;
const RIGHT: f64 = 14.0;
const TOP: f64 = 30.0;
const BOTTOM: f64 = 44.0;
const BAR_LEFT: f64 = 190.0;
const LEGEND: f64 = 190.0;
const COLUMNS: usize = 2;
const COLOURS: [&str; 10] = [
    "#d62728", "#1f77b4", "#2ca02c", "#ff7f0e", "#9467bd", "#8c564b", "#e377c2", "#17becf",
    "#bcbd22", "#7f7f7f",
];

/// All panels on one page, two in a row.
#[must_use]
pub fn page(title: &str, panels: &[Panel]) -> String {
    let rows = panels.len().div_ceil(COLUMNS).max(1);
    let (w, h) = (WIDTH * COLUMNS as f64, HEIGHT * rows as f64 + 34.0);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{w}\" height=\"{h}\" \
         viewBox=\"0 0 {w} {h}\" font-family=\"sans-serif\" font-size=\"11\">\n\
         <rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n\
         <text x=\"{}\" y=\"22\" font-size=\"15\" text-anchor=\"middle\">{}</text>\n",
        w / 2.0,
        escape(title)
    );
    for (n, panel) in panels.iter().enumerate() {
        let (x, y) = (
            (n % COLUMNS) as f64 * WIDTH,
            (n / COLUMNS) as f64 * HEIGHT + 34.0,
        );
        let _ = writeln!(svg, "<g transform=\"translate({x},{y})\">");
        let _ = writeln!(
            svg,
            "<text x=\"{}\" y=\"18\" font-size=\"13\" text-anchor=\"middle\">{}</text>",
            WIDTH / 2.0,
            escape(&panel.title)
        );
        match &panel.content {
            Content::Lines {
                series,
                log_y,
                rule,
            } => lines(&mut svg, panel, series, *log_y, *rule),
            Content::Bars(bars) => draw_bars(&mut svg, panel, bars),
        }
        svg.push_str("</g>\n");
    }
    svg.push_str("</svg>\n");
    svg
}

/// Maps values to positions along an axis.
struct Axis {
    low: f64,
    high: f64,
    log: bool,
    from: f64,
    to: f64,
}

impl Axis {
    fn over(values: impl Iterator<Item = f64>, log: bool, from: f64, to: f64) -> Axis {
        let usable = values.filter(|v| v.is_finite() && (!log || *v > 0.0));
        let (mut low, mut high) =
            usable.fold((f64::MAX, f64::MIN), |(l, h), v| (l.min(v), h.max(v)));
        if low > high {
            (low, high) = (1.0, 10.0);
        }
        if log {
            (low, high) = (low.log10().floor(), high.log10().ceil());
            if high - low < 1.0 {
                high = low + 1.0;
            }
        } else {
            low = low.min(0.0);
            high = if high > low { high * 1.05 } else { low + 1.0 };
        }
        Axis {
            low,
            high,
            log,
            from,
            to,
        }
    }

    fn at(&self, value: f64) -> f64 {
        let v = if self.log {
            value.max(1e-300).log10()
        } else {
            value
        };
        let part = ((v - self.low) / (self.high - self.low)).clamp(0.0, 1.0);
        self.from + part * (self.to - self.from)
    }

    fn ticks(&self) -> Vec<(f64, String)> {
        if self.log {
            let (low, high) = (self.low as i32, self.high as i32);
            let step = ((high - low) / 8).max(1) as usize;
            let ticks = (low..=high).step_by(step).map(|e| 10f64.powi(e));
            return ticks.map(|v| (v, label(v))).collect();
        }
        let rough = (self.high - self.low) / 5.0;
        let power = 10f64.powf(rough.log10().floor());
        let fits = |step: &f64| step * power >= rough;
        let step = [1.0, 2.0, 5.0, 10.0].into_iter().find(fits).unwrap_or(10.0) * power;
        let first = (self.low / step).ceil() as i64;
        let last = (self.high / step).floor() as i64;
        let ticks = (first..=last).map(|n| n as f64 * step);
        ticks.map(|v| (v, label(v))).collect()
    }
}

fn round(value: f64) -> f64 {
    (value * 100.0).round() / 100.0
}

fn label(value: f64) -> String {
    match value.abs() {
        v if v >= 1e6 => format!("{}M", round(value / 1e6)),
        v if v >= 1e3 => format!("{}k", round(value / 1e3)),
        v if v >= 10.0 || v == 0.0 => format!("{value:.0}"),
        v if v >= 1.0 => format!("{value:.1}").trim_end_matches(".0").to_owned(),
        v if v >= 0.01 => format!("{value:.2}"),
        _ => format!("{value:.2e}").replace(".00e", "e"),
    }
}

fn lines(svg: &mut String, panel: &Panel, series: &[Series], log_y: bool, rule: Option<f64>) {
    let points = || series.iter().flat_map(|s| &s.points);
    let x = Axis::over(points().map(|p| p.0), true, LEFT, WIDTH - LEGEND);
    let y = Axis::over(
        points().map(|p| p.1).chain(rule),
        log_y,
        HEIGHT - BOTTOM,
        TOP,
    );
    frame(svg, panel, &x, LEFT, WIDTH - LEGEND);
    for (value, text) in y.ticks() {
        let at = y.at(value);
        let _ = writeln!(
            svg,
            "<path d=\"M{LEFT} {at:.1}H{}\" stroke=\"#ddd\"/><text x=\"{}\" y=\"{:.1}\" text-anchor=\"end\">{text}</text>",
            WIDTH - LEGEND,
            LEFT - 5.0,
            at + 4.0
        );
    }
    if let Some(value) = rule {
        let at = y.at(value);
        let _ = writeln!(
            svg,
            "<path d=\"M{LEFT} {at:.1}H{}\" stroke=\"#000\" stroke-dasharray=\"5 4\"/>",
            WIDTH - LEGEND
        );
    }
    let _ = writeln!(
        svg,
        "<text transform=\"translate(13,{}) rotate(-90)\" text-anchor=\"middle\">{}</text>",
        (HEIGHT - BOTTOM + TOP) / 2.0,
        escape(&panel.y)
    );
    for (n, line) in series.iter().enumerate() {
        let colour = COLOURS[n % COLOURS.len()];
        let mut path = String::new();
        for (k, &(px, py)) in line.points.iter().enumerate() {
            let _ = write!(
                path,
                "{}{:.1} {:.1}",
                if k == 0 { 'M' } else { 'L' },
                x.at(px),
                y.at(py)
            );
        }
        let _ = writeln!(
            svg,
            "<path d=\"{path}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"1.6\"/>"
        );
        for &(px, py) in &line.points {
            let _ = writeln!(
                svg,
                "<circle cx=\"{:.1}\" cy=\"{:.1}\" r=\"2.2\" fill=\"{colour}\"/>",
                x.at(px),
                y.at(py)
            );
        }
        let at = TOP + 10.0 + 13.0 * n as f64;
        let _ = writeln!(
            svg,
            "<rect x=\"{}\" y=\"{:.1}\" width=\"9\" height=\"9\" fill=\"{colour}\"/><text x=\"{}\" y=\"{:.1}\">{}</text>",
            WIDTH - LEGEND + 8.0,
            at - 8.0,
            WIDTH - LEGEND + 21.0,
            at,
            escape(&line.name)
        );
    }
}

fn draw_bars(svg: &mut String, panel: &Panel, bars: &[(String, f64)]) {
    let x = Axis::over(bars.iter().map(|b| b.1), true, BAR_LEFT, WIDTH - 50.0);
    frame(svg, panel, &x, BAR_LEFT, WIDTH - RIGHT);
    let room = (HEIGHT - TOP - BOTTOM) / bars.len().max(1) as f64;
    for (n, (name, value)) in bars.iter().enumerate() {
        let y = TOP + room * n as f64;
        let colour = if name.starts_with("HP5") {
            COLOURS[0]
        } else {
            COLOURS[1]
        };
        let _ = writeln!(
            svg,
            "<rect x=\"{BAR_LEFT}\" y=\"{:.1}\" width=\"{:.1}\" height=\"{:.1}\" fill=\"{colour}\"/>\
             <text x=\"{}\" y=\"{:.1}\" text-anchor=\"end\">{}</text>\
             <text x=\"{:.1}\" y=\"{:.1}\">{}</text>",
            y + room * 0.12,
            (x.at(*value) - BAR_LEFT).max(1.0),
            room * 0.76,
            BAR_LEFT - 6.0,
            y + room / 2.0 + 4.0,
            escape(name),
            x.at(*value) + 4.0,
            y + room / 2.0 + 4.0,
            super::table::number(Some(*value))
        );
    }
}

fn frame(svg: &mut String, panel: &Panel, x: &Axis, left: f64, right: f64) {
    let bottom = HEIGHT - BOTTOM;
    for (value, text) in x.ticks() {
        let at = x.at(value);
        let _ = writeln!(
            svg,
            "<path d=\"M{at:.1} {TOP}V{bottom}\" stroke=\"#ddd\"/><text x=\"{at:.1}\" y=\"{}\" text-anchor=\"middle\">{text}</text>",
            bottom + 14.0
        );
    }
    let _ = writeln!(
        svg,
        "<path d=\"M{left} {TOP}V{bottom}H{}\" fill=\"none\" stroke=\"#000\"/>\
         <text x=\"{}\" y=\"{}\" text-anchor=\"middle\">{}</text>",
        right,
        (left + right) / 2.0,
        bottom + 30.0,
        escape(&panel.x)
    );
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
        .replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_holds_every_series_and_escapes_names() {
        let series = vec![
            Series {
                name: "a<b".into(),
                points: vec![(1.0, 0.2), (100.0, 0.9)],
            },
            Series {
                name: "none".into(),
                points: Vec::new(),
            },
        ];
        let panels = [
            Panel {
                title: "lines".into(),
                x: "x".into(),
                y: "y".into(),
                content: Content::Lines {
                    series,
                    log_y: false,
                    rule: Some(0.5),
                },
            },
            Panel {
                title: "bars".into(),
                x: "ns".into(),
                y: String::new(),
                content: Content::Bars(vec![("HP5".into(), 50.0), ("other".into(), 300.0)]),
            },
        ];
        let svg = page("t", &panels);
        assert!(svg.contains("a&lt;b") && !svg.contains("a<b"));
        assert_eq!(svg.matches("<g ").count(), 2);
        assert_eq!(svg.matches("<circle").count(), 2);
        assert!(!svg.contains("NaN") && !svg.contains("inf"), "{svg}");
        assert!(svg.trim_end().ends_with("</svg>"));
    }

    #[test]
    fn axes_map_ends_to_ends() {
        let axis = Axis::over([1.0, 1000.0].into_iter(), true, 0.0, 300.0);
        assert!((axis.at(1.0)).abs() < 1e-9 && (axis.at(1000.0) - 300.0).abs() < 1e-9);
        assert!((axis.at(10.0) - 100.0).abs() < 1e-9);
        let axis = Axis::over(std::iter::empty(), false, 0.0, 1.0);
        assert!(axis.at(5.0).is_finite());
    }
}
