import {expect, test} from 'vitest';
import {createCounter, createHistogram, writeMetrics} from '../../../src/lib/text/prometheus.ts';
import {parseMetrics} from '../../helpers/prometheus-text.ts';

test('labels and help texts with quotes, backslashes and line breaks survive', () => {
	const odd = 'a "b" \\ c\nd{e="f"} é 日本';
	const text = writeMetrics([
		{
			name: 'odd',
			help: 'one\\two\nthree',
			type: 'gauge',
			samples: [{labels: {name: odd, x: ''}, value: 1.5}],
		},
		{name: 'unknown', help: 'Not there', type: 'gauge', samples: []},
		{
			name: 'numbers_total',
			help: 'Numbers',
			type: 'counter',
			samples: [
				{labels: {is: 'inf'}, value: Infinity},
				{labels: {is: 'less'}, value: -Infinity},
				{labels: {is: 'nan'}, value: NaN},
				{labels: {is: 'small'}, value: 1e-7},
				{labels: {is: 'large'}, value: 1e21},
			],
		},
	]);
	const metrics = parseMetrics(text);
	expect([...metrics.keys()]).toEqual(['odd', 'numbers_total']);
	expect(metrics.get('odd')).toEqual({
		type: 'gauge',
		help: 'one\\two\nthree',
		samples: [{name: 'odd', labels: {name: odd, x: ''}, value: 1.5}],
	});
	expect(metrics.get('numbers_total')?.samples.map(({value}) => value)).toEqual([
		Infinity,
		-Infinity,
		NaN,
		1e-7,
		1e21,
	]);
});

test('a histogram is cumulative, and a value on a bound belongs to its bucket', () => {
	const seconds = createHistogram([0.1, 1, 10]);
	for (const value of [0.05, 0.1, 0.5, 20]) seconds.observe(value, {route: '/a'});
	const text = writeMetrics([{name: 'seconds', help: 'Time', type: 'histogram', samples: seconds.samples()}]);
	const samples = parseMetrics(text).get('seconds')?.samples ?? [];
	expect(samples.map(({name, labels, value}) => [name, labels['le'], value])).toEqual([
		['seconds_bucket', '0.1', 2],
		['seconds_bucket', '1', 3],
		['seconds_bucket', '10', 3],
		['seconds_bucket', '+Inf', 4],
		['seconds_sum', undefined, 20.65],
		['seconds_count', undefined, 4],
	]);
});

test('label sets beyond the limit are counted as other', () => {
	const counter = createCounter();
	for (let n = 0; n < 5000; n++) counter.add({route: `/${n}`});
	counter.add({route: '/0'});
	const samples = counter.samples();
	expect(samples).toHaveLength(2001);
	expect(samples[0]).toEqual({labels: {route: '/0'}, value: 2});
	expect(samples.at(-1)).toEqual({labels: {route: 'other'}, value: 3000});
});

test.each([
	['no line break at the end', '# HELP a A\n# TYPE a gauge\na 1'],
	['a sample without its type', 'a 1\n'],
	['a sample twice', '# HELP a A\n# TYPE a gauge\na{b="c"} 1\na{b="c"} 2\n'],
	['a metric twice', '# HELP a A\n# TYPE a gauge\na 1\n# HELP a A\n# TYPE a gauge\na{b="c"} 1\n'],
	['an unescaped quote', '# HELP a A\n# TYPE a gauge\na{b="c"d"} 1\n'],
	['a wrong name', '# HELP a-b A\n# TYPE a-b gauge\na-b 1\n'],
	[
		'buckets that shrink',
		'# HELP a A\n# TYPE a histogram\na_bucket{le="1"} 2\na_bucket{le="+Inf"} 1\na_sum 1\na_count 1\n',
	],
	['a histogram without +Inf', '# HELP a A\n# TYPE a histogram\na_bucket{le="1"} 2\na_sum 1\na_count 2\n'],
	['a counter that does not end in _total', '# HELP a A\n# TYPE a counter\na 1\n'],
])('the parser of these tests refuses %s', (_what, text) => {
	expect(() => parseMetrics(text)).toThrow(/\S/);
});
