import type {ByName} from '../json/maps.ts';

/*
The text format of Prometheus, version 0.0.4. Written here because a library for it (prom-client) would bring a registry,
OpenTelemetry and aggregation for what is one page. (Prometheus: Exposition formats)
*/

/** The media type of the text. */
export const metricsType = 'text/plain; version=0.0.4; charset=utf-8';

export type Labels = ByName<string>;
export type Sample = {labels?: Labels; value: number};

/** All samples with one name. A histogram has its samples from `createHistogram`. */
export type Metric =
	| {name: string; help: string; type: 'counter' | 'gauge'; samples: readonly Sample[]}
	| {name: string; help: string; type: 'histogram'; samples: readonly HistogramSample[]};

/** `counts` are cumulative, one for each bound of `bounds`. */
export type HistogramSample = {
	labels: Labels;
	bounds: readonly number[];
	counts: readonly number[];
	count: number;
	sum: number;
};

/** Returns the text of the metrics. A metric without samples is left out: its value is unknown. */
export function writeMetrics(metrics: readonly Metric[]): string {
	return metrics
		.filter(({samples}) => samples.length > 0)
		.map(metric => {
			const {name, help, type} = metric;
			const lines =
				metric.type === 'histogram'
					? metric.samples.flatMap(sample => histogramLines(name, sample))
					: metric.samples.map(({labels, value}) => line(name, labels ?? {}, value));
			return [`# HELP ${name} ${escapeHelp(help)}`, `# TYPE ${name} ${type}`, ...lines, ''].join('\n');
		})
		.join('');
}

function histogramLines(name: string, {labels, bounds, counts, count, sum}: HistogramSample): string[] {
	return [
		...bounds.map((bound, index) =>
			line(`${name}_bucket`, {...labels, le: number(bound)}, counts[index] ?? 0),
		),
		line(`${name}_bucket`, {...labels, le: '+Inf'}, count),
		line(`${name}_sum`, labels, sum),
		line(`${name}_count`, labels, count),
	];
}

function line(name: string, labels: Labels, value: number): string {
	const pairs = Object.entries(labels).map(([label, text]) => `${label}="${escapeLabel(text)}"`);
	return `${name}${pairs.length > 0 ? `{${pairs.join(',')}}` : ''} ${number(value)}`;
}

function number(value: number): string {
	if (Number.isNaN(value)) return 'NaN';
	if (Number.isFinite(value)) return String(value);
	return value > 0 ? '+Inf' : '-Inf';
}

const escapeHelp = (text: string) => text.replaceAll('\\', String.raw`\\`).replaceAll('\n', String.raw`\n`);
const escapeLabel = (text: string) => escapeHelp(text).replaceAll('"', String.raw`\"`);

/** The most label sets of one metric. Further ones are counted as `other`. */
const maxSeries = 2000;

/** Finds the values of a label set, and limits the number of sets. */
function openSeries<Kept>(create: () => Kept) {
	const series = new Map<string, {labels: Labels; kept: Kept}>();
	return {
		of: (labels: Labels): Kept => {
			const find = (wanted: Labels, isLast: boolean): Kept => {
				const key = JSON.stringify(Object.values(wanted));
				const known = series.get(key);
				if (known) return known.kept;
				if (series.size >= maxSeries && !isLast)
					return find(Object.fromEntries(Object.keys(wanted).map(name => [name, 'other'])), true);
				const kept = create();
				series.set(key, {labels: wanted, kept});
				return kept;
			};
			return find(labels, false);
		},
		all: () => [...series.values()],
	};
}

/** Opens a counter. Every call has the same label names in the same order. */
export function createCounter() {
	const series = openSeries(() => ({value: 0}));
	return {
		add: (labels: Labels = {}): void => {
			series.of(labels).value += 1;
		},
		samples: (): Sample[] => series.all().map(({labels, kept}) => ({labels, value: kept.value})),
	};
}

/** Opens a histogram with these upper bounds, in ascending order. */
export function createHistogram(bounds: readonly number[]) {
	const series = openSeries(() => ({counts: bounds.map(() => 0), count: 0, sum: 0}));
	return {
		observe: (value: number, labels: Labels = {}): void => {
			const kept = series.of(labels);
			kept.count += 1;
			kept.sum += value;
			bounds.forEach((bound, index) => {
				if (value <= bound) kept.counts[index] = (kept.counts[index] ?? 0) + 1;
			});
		},
		samples: (): HistogramSample[] =>
			series.all().map(({labels, kept}) => ({labels, bounds, ...kept, counts: [...kept.counts]})),
	};
}
