import {largest} from '../../lib/lists/long-lists.ts';
import {type Activity, activityText} from '../../actions/activity.ts';
import {tableOf} from '../../lib/json/maps.ts';
import {noAnswer, openWords} from '../../app/console/record/outcome.ts';
import type {JournalLine} from '../../journal/entry.ts';
import {journalTextMessages} from '../../messages/journal.ts';
import {printable, printableLine} from '../../lib/text/text.ts';
import {secondsText} from './moments.ts';

/** Outcomes of commands that are worth showing. */
const outcomes = tableOf<string>({
	late: journalTextMessages.late,
	waiting: journalTextMessages.waiting,
	failed: 'failed',
	abandoned: journalTextMessages.abandoned,
	sent: journalTextMessages.sent,
});

/** Returns the command, or a sentence about what happened. */
export const textOf = ({text, activity}: JournalLine): string => (activity ? activityText(activity) : text);

/** Converts a line to JSON. `from` and `to` are states; for a gap, `to` is its end. */
export function journalDocument({
	at,
	to,
	text,
	activity,
	server,
	...line
}: JournalLine): Record<string, unknown> {
	return {
		at: new Date(at).toISOString(),
		...(to !== undefined && {to: new Date(to).toISOString()}),
		...line,
		serverName: server,
		text: activity ? activityText(activity) : text,
		...(activity && activityFields(activity)),
	};
}

function activityFields(activity: Activity): Record<string, unknown> {
	switch (activity.type) {
		case 'action': {
			const {action, operationId: operation, input, outcome, reason} = activity;
			return {action, operation, input, outcome, reason};
		}
		case 'stateChange': {
			const {from, to, seenBy} = activity;
			return {from, to, seenBy};
		}
		case 'nodeChange': {
			const {nodeId, node, from, to, servers, players, awayMs} = activity;
			return {nodeId, node, from, to, servers, players, awayMs};
		}
		case 'fleetChange': {
			const {change, name, before} = activity;
			return {change, name, before};
		}
		case 'team': {
			const {by, what, text} = activity;
			return what === 'note' ? {by, what} : {by, what, state: text};
		}
		case 'report':
			return {reason: activity.text, outcome: activity.isFailure ? 'failed' : 'accepted'};
		case 'overdue':
			return {};
	}
}

/** Formats one line of the journal as text, with the answer indented below. */
export function plainText(line: JournalLine, withProfile = false): string {
	const answer = answerOf(line).map(row => `    ${row}`);
	return [`${secondsText(line.at)}  ${profileOf(line, withProfile)}${headOf(line)}`, ...answer].join('\n');
}

/** Formats a line as Markdown for a chat or a postmortem. */
export function markdownText(line: JournalLine, withProfile = false): string {
	const answer = answerOf(line);
	const head = `- \`${secondsText(line.at)}\` ${profileOf(line, withProfile)}${headOf(line, text => code(text))}`;
	if (answer.length === 0) return head;
	const fence = fenceFor(answer.join('\n'));
	return [head, '', `  ${fence}`, ...answer.map(row => `  ${row}`), `  ${fence}`, ''].join('\n');
}

const profileOf = ({profile}: JournalLine, isWanted: boolean): string =>
	isWanted ? `[${printableLine(profile ?? '?')}] ` : '';

function headOf(line: JournalLine, quote = (text: string) => text): string {
	const {kind, origin, by, source, status, problem, server, serverId} = line;
	const who = by === undefined ? (origin ?? 'other') : printableLine(by);
	const from = source === 'shell' ? ' (shell)' : '';
	if (kind === 'mark') return journalTextMessages.bookmark(quote(printableLine(textOf(line)))).trimEnd();
	if (kind === 'node') return journalTextMessages.node(quote(printableLine(textOf(line))));
	const where = printableLine(server ?? serverId ?? (kind === 'gap' ? 'feed' : 'team'));
	if (kind !== 'command') return `${where}  ${kind}${from}  ${printableLine(textOf(line))}`;
	const outcome = status === 'timeout' ? openWords(problem) : outcomes.get(status ?? '');
	const more = [outcome, problem && printableLine(problem)].filter(Boolean).join(': ');
	return `${where}  ${who}${from}  > ${quote(printableLine(textOf(line)))}${more === '' ? '' : `  (${more})`}`;
}

function answerOf({kind, response, status}: JournalLine): string[] {
	if (kind !== 'command' || (response === undefined && status !== 'answered' && status !== 'late')) return [];
	if (response === undefined) return [`(${noAnswer})`];
	const text = printable(response).trim();
	return text === '' ? [] : text.split('\n').map(row => row.trimEnd());
}

/** Returns a fence longer than any run of backticks in the text. */
function fenceFor(text: string): string {
	const longest = largest([2, ...(text.match(/`+/g) ?? []).map(run => run.length)]);
	return '`'.repeat(longest + 1);
}

function code(text: string): string {
	return text.includes('`') ? `\`\` ${text} \`\`` : `\`${text}\``;
}
