import {withoutSectionSigns} from '../../lib/text/section-signs.ts';
import {largest} from '../../lib/lists/long-lists.ts';
import {tableOf} from '../../lib/json/maps.ts';
import {noAnswer, openWords} from '../console/record/outcome.ts';
import {zonedText} from '../../lib/time/ago.ts';
import type {State} from '../state.ts';
import type {Entry} from './export-entry.ts';
import {consoleMessages} from '../../messages/console.ts';
import {exportMessages} from '../../messages/export.ts';

export type FormatId = 'text' | 'markdown' | 'json';

/** The heading of a file: a title and facts about the entries below. */
export type Heading = {title: string; facts: readonly (readonly [label: string, text: string])[]};

export type Format = {
	/** File extension. */
	extension: string;
	heading: (heading: Heading) => string;
	/** `isUtc`: times are in UTC, as on screen; otherwise in the zone of this machine, with its offset. */
	entry: (entry: Entry, isUtc?: boolean) => string;
};

/** Each function returns complete lines with their line breaks. Times are to the second; in JSON always UTC. */
export const formats: Readonly<Record<FormatId, Format>> = {
	text: {
		extension: 'txt',
		heading: ({title, facts}) =>
			`${title}\n${facts.map(([label, text]) => `${label}: ${text}\n`).join('')}\n`,
		entry: (entry, isUtc = false) =>
			[
				`${fileTime(entry.at, isUtc)}  ${headOf(entry, same, isUtc)}`,
				...answerOf(entry).map(row => `    ${row}`),
				'',
			].join('\n'),
	},
	markdown: {
		extension: 'md',
		heading: ({title, facts}) =>
			`# ${plain(title)}\n\n${facts.map(([label, text]) => `- **${label}:** ${plain(text)}\n`).join('')}\n`,
		entry: markdownOf,
	},
	json: {
		extension: 'jsonl',
		heading: ({title, facts}) =>
			`${JSON.stringify({schema: 1, kind: 'heading', title, facts: Object.fromEntries(groupByLabel(facts))})}\n`,
		entry: entry => `${JSON.stringify(recordOf(entry))}\n`,
	},
};

/** Formats a time as `2026-11-21 03:14:07+01:00`, or as unknown if no calendar has it. */
export const fileTime = (at: number, isUtc: boolean): string =>
	Number.isFinite(new Date(at).getTime())
		? zonedText(at, isUtc).replace('T', ' ')
		: exportMessages.format.unknownTime;

/** Whether the times of a file are in UTC: those of JSON always are, others as on screen. */
export const isUtcIn = ({view}: Pick<State, 'view'>, format: FormatId): boolean =>
	format === 'json' || view.time === 'utc';

/** The outcome of a command, if the answer alone does not show it. */
const outcomes = tableOf<string>(exportMessages.format.outcomes);

function headOf(entry: Entry, quote: (text: string) => string, isUtc: boolean): string {
	switch (entry.kind) {
		case 'gap':
			return gapText(entry, isUtc);
		case 'note': {
			const where = entry.server === undefined ? '' : `${quote(entry.server)}  `;
			return `${where}${entry.tone === 'session' ? 'rcondeck' : entry.tone}  ${quote(entry.text)}`.trimEnd();
		}
		case 'output':
			return `${quote(entry.server)}  ${consoleMessages.output.names[entry.printed]} | ${quote(entry.text)}`;
		case 'command': {
			const {origin, status, latencyMs, problem, server, command} = entry;
			const took = latencyMs === undefined ? undefined : `${Math.round(latencyMs)}ms`;
			const outcome = status === 'timeout' ? openWords(problem) : outcomes.get(status);
			const words = [outcome, problem && quote(problem), took].filter(Boolean).join(', ');
			return `${quote(server)}  ${origin} > ${quote(command)}${words === '' ? '' : `  (${words})`}`;
		}
	}
}

const gapText = ({at, to, filled}: Extract<Entry, {kind: 'gap'}>, isUtc: boolean) =>
	to === undefined
		? exportMessages.format.gapSince(fileTime(at, isUtc), filled)
		: exportMessages.format.gap(fileTime(at, isUtc), fileTime(to, isUtc), filled);

function answerOf(entry: Entry): string[] {
	if (entry.kind !== 'command') return [];
	const {response, status} = entry;
	if (response === undefined) {
		return status === 'answered' || status === 'late' ? [`(${noAnswer})`] : [];
	}
	const text = withoutSectionSigns(response).trimEnd().replace(/^\n+/, '');
	return text === '' ? [exportMessages.format.noOutput] : text.split('\n').map(row => row.trimEnd());
}

function markdownOf(entry: Entry, isUtc = false): string {
	const head = `- \`${fileTime(entry.at, isUtc)}\` ${headOf(entry, code, isUtc)}\n`;
	const answer = answerOf(entry);
	if (answer.length === 0) return head;
	const fence = fenceFor(answer.join('\n'));
	return `${head}\n${[fence, ...answer, fence].map(row => `  ${row}\n`).join('')}\n`;
}

const same = (text: string) => text;

/** Puts text of players and admins between backticks, so that none of it is interpreted as Markdown. */
function code(text: string): string {
	if (text === '') return '';
	const fence = fenceFor(text, 1);
	return fence === '`' ? `\`${text}\`` : `${fence} ${text} ${fence}`;
}

/** Escapes Markdown and HTML in text outside of backticks. */
const plain = (text: string) => text.replaceAll(/[\\`*_[\]<>#|&]/g, mark => `\\${mark}`);

/** Returns a fence longer than any run of backticks in the text. */
function fenceFor(text: string, least = 3): string {
	const longest = largest([least - 1, ...(text.match(/`+/g) ?? []).map(run => run.length)]);
	return '`'.repeat(longest + 1);
}

function recordOf(entry: Entry): object {
	const at = isoOf(entry.at);
	if (entry.kind === 'gap')
		return {kind: 'gap', from: at, to: entry.to === undefined ? null : isoOf(entry.to), filled: entry.filled};
	return entry.kind === 'note' ? {...entry, at, tone: toneNames[entry.tone]} : {...entry, at};
}

/** Names of the tones in `schema: 1`, which readers of these files rely on. */
const toneNames = {
	state: 'state',
	node: 'node',
	act: 'act',
	failure: 'failure',
	bookmark: 'mark',
	session: 'deck',
} as const;

const isoOf = (at: number): string | number => {
	const date = new Date(at);
	return Number.isFinite(date.getTime()) ? date.toISOString() : at;
};

/** A label that occurs more than once gets a list of texts. */
function groupByLabel(facts: Heading['facts']): Map<string, string | string[]> {
	const texts = Map.groupBy(facts, ([label]) => label);
	return new Map(
		[...texts].map(([label, of]) => [
			label,
			of.length === 1 ? (of[0]?.[1] ?? '') : of.map(([, text]) => text),
		]),
	);
}
