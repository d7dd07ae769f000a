export type ParsedSample = {name: string; labels: Record<string, string>; value: number};
export type ParsedMetric = {type: string; help: string; samples: ParsedSample[]};

const nameIn = /^[a-zA-Z_:][a-zA-Z0-9_:]*/;
const typeLine = /^# TYPE ([a-zA-Z_:][a-zA-Z0-9_:]*) (counter|gauge|histogram)$/;
const helpLine = /^# HELP ([a-zA-Z_:][a-zA-Z0-9_:]*) (.*)$/;

/**
 * Parses the text format of Prometheus, version 0.0.4, as strictly as `promtool check metrics`: HELP and TYPE before the
 * samples of each metric, no duplicates, escaped labels, complete and cumulative histograms. Throws on any deviation.
 */
export function parseMetrics(text: string): Map<string, ParsedMetric> {
	if (!text.endsWith('\n')) throw new Error('The last line has no end.');
	const metrics = new Map<string, ParsedMetric>();
	let current: ParsedMetric | undefined;
	let name = '';
	let help: {name: string; text: string} | undefined;
	for (const line of text.slice(0, -1).split('\n')) {
		const [, helped, words = ''] = helpLine.exec(line) ?? [];
		const [, typed, type = ''] = typeLine.exec(line) ?? [];
		if (helped !== undefined) help = {name: helped, text: unescape(words, 'n\\')};
		else if (typed !== undefined) {
			if (help?.name !== typed || metrics.has(typed)) throw new Error(`${line} is out of place.`);
			if (type === 'counter' && !typed.endsWith('_total'))
				throw new Error(`${typed} is no name of a counter.`);
			current = {type, help: help.text, samples: []};
			name = typed;
			metrics.set(typed, current);
		} else if (current) current.samples.push(checkedSample(line, name, current));
		else throw new Error(`${line} has no type.`);
	}
	for (const [metric, parsed] of metrics) {
		if (parsed.samples.length === 0) throw new Error(`${metric} has no samples.`);
		if (parsed.type === 'histogram') checkHistogram(metric, parsed.samples);
	}
	return metrics;
}

function checkedSample(line: string, metric: string, {type, samples}: ParsedMetric): ParsedSample {
	const sample = parseSample(line);
	const names = type === 'histogram' ? ['_bucket', '_sum', '_count'].map(end => metric + end) : [metric];
	if (!names.includes(sample.name)) throw new Error(`${line} does not belong to ${metric}.`);
	const key = ({name, labels}: ParsedSample) => JSON.stringify([name, Object.entries(labels).sort()]);
	if (samples.some(other => key(other) === key(sample))) throw new Error(`${line} is a duplicate.`);
	return sample;
}

function parseSample(line: string): ParsedSample {
	const [name = ''] = nameIn.exec(line) ?? [];
	let rest = line.slice(name.length);
	const labels: Record<string, string> = {};
	if (name === '') throw new Error(`${line} has no name.`);
	if (rest.startsWith('{')) {
		rest = rest.slice(1);
		for (;;) {
			const [pair, label, value] = /^([a-zA-Z_]\w*)="((?:[^"\\\n]|\\[\\"n])*)"/.exec(rest) ?? [];
			if (pair === undefined || label === undefined || label in labels) throw new Error(`Labels of ${line}`);
			labels[label] = unescape(value ?? '', 'n\\"');
			rest = rest.slice(pair.length);
			if (rest.startsWith('} ')) break;
			if (!rest.startsWith(',')) throw new Error(`Labels of ${line}`);
			rest = rest.slice(1);
		}
		rest = rest.slice(1);
	}
	const [, number] = /^ ([+-]Inf|NaN|-?\d+(?:\.\d+)?(?:e[+-]?\d+)?)$/.exec(rest) ?? [];
	if (number === undefined) throw new Error(`The value of ${line}`);
	return {name, labels, value: Number(number.replace('Inf', 'Infinity'))};
}

function unescape(text: string, allowed: string): string {
	return text.replaceAll(/\\(.?)/g, (_whole, character: string) => {
		if (character === '' || !allowed.includes(character)) throw new Error(`Wrong escape in ${text}`);
		return character === 'n' ? '\n' : character;
	});
}

function checkHistogram(name: string, samples: ParsedSample[]): void {
	const without = ({labels: {le: _le, ...labels}}: ParsedSample) => JSON.stringify(labels);
	for (const [labels, group] of Map.groupBy(samples, without)) {
		const buckets = group.filter(sample => sample.name === `${name}_bucket`);
		const values = buckets.map(({value}) => value);
		const bounds = buckets.map(({labels: {le = ''}}) => Number(le.replace('Inf', 'Infinity')));
		const count = group.find(sample => sample.name === `${name}_count`);
		const isSorted = (list: number[], isStrict: boolean) =>
			list.every(
				(value, at) => at === 0 || value > (list[at - 1] ?? 0) || (!isStrict && value === list[at - 1]),
			);
		const isWhole = group.some(sample => sample.name === `${name}_sum`) && count?.value === values.at(-1);
		if (bounds.at(-1) !== Infinity || !isSorted(bounds, true) || !isSorted(values, false) || !isWhole)
			throw new Error(`The histogram ${name}${labels} is broken.`);
	}
}
