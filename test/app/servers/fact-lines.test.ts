import {expect, test} from 'vitest';
import {factLines} from '../../../src/app/servers/fact-lines.ts';

test('details that exceed their row continue in the next, split between parts', () => {
	const facts = [
		{label: 'node', text: 'eu-2   0 up 1 DOWN of 1   ONLINE, alive 3s ago, agent 1.4.2'},
		{label: 'address', text: '198.51.100.34:7781  query 27017  rcon 27020'},
		{label: 'name', text: 'Charlie   at home'},
	];
	expect(factLines(facts, {width: 37, room: 3})).toMatchObject([
		{label: 'node', text: 'eu-2  0 up 1 DOWN of 1'},
		{label: '', text: 'ONLINE, alive 3s ago, agent 1.4.2'},
		{label: 'address', text: '198.51.100.34:7781  query 27017'},
		{label: '', text: 'rcon 27020'},
		{label: 'name', text: 'Charlie   at home'},
	]);
});

const long = {label: 'by others', text: 'one two three four five six seven eight nine ten eleven'};
const texts = (room: number) =>
	factLines([long, {label: 'id', text: 'a'}], {width: 15, room}).map(({label, text}) => `${label}|${text}`);

test('wraps one long text as far as there are spare rows', () => {
	expect(texts(2)).toEqual(['by others|one two three …', 'id|a']);
	expect(texts(3)).toEqual(['by others|one two three', '|four five six …', 'id|a']);
});

test('no detail has more than three rows', () => {
	expect(texts(20)).toEqual(['by others|one two three', '|four five six', '|seven eight ni…', 'id|a']);
});

test('a reason has as many rows as it needs, also where there is no space for more', () => {
	const facts = [
		{...long, isReason: true as const},
		{label: 'id', text: 'a'},
	];
	expect(factLines(facts, {width: 15, room: 2}).map(({text}) => text)).toEqual([
		'one two three',
		'four five six',
		'seven eight',
		'nine ten eleven',
		'a',
	]);
});
