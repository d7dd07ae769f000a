import {changedLines, fewerLines} from '../app/watch/changes.ts';
import type {State} from '../app/state.ts';
import type {Watch, WatchTarget, WatchesState} from '../app/watch/watches.ts';
import type {Block} from './printer.ts';
import {lineWorkMessages} from '../messages/line-mode-work.ts';
import {lineMessages} from '../messages/line-mode.ts';

/** Announces watch results: the first answer in full, later only what is new. Unchanged answers are not announced. */
export function announceWatches({watches: before}: State, {watches}: State): Block[] {
	if (before === watches) return [];
	return watches.flatMap(watch => {
		const old = oldOf(before, watch);
		return watch.targets.flatMap((target, index) => {
			const past = old?.targets[index]?.now;
			const lines = target.now === past ? [] : resultLines(watch, target, past);
			return lines.length === 0 ? [] : [lines];
		});
	});
}

const oldOf = (watches: WatchesState, {id}: Watch) => watches.find(watch => watch.id === id);

function resultLines(
	{command}: Watch,
	{name, now, lastSaid}: WatchTarget,
	past: WatchTarget['now'],
): string[] {
	if (!now || (past && past.kind === now.kind && past.text === now.text)) return [];
	const head = lineWorkMessages.watchHead(name, command);
	if (now.kind === 'problem') return [`${head}: ${now.text}`];
	const lines = now.text === '' ? [lineMessages.noOutput] : now.text.split('\n');
	if (!past || lastSaid === undefined) {
		return lines.length === 1
			? [`${head}: ${lines[0] ?? ''}`]
			: [lineMessages.headOfLines(head, lines.length), ...lines];
	}
	const fewer = fewerLines(lastSaid, now.text);
	const addedLines = changedLines(lastSaid, now.text)
		.filter(({isNew}) => isNew)
		.map(({pieces}) => pieces.map(({text}) => text).join(''));
	const less = fewer > 0 ? lineWorkMessages.fewer(fewer) : '';
	const [only, ...others] = addedLines;
	if (only === undefined) return [lineWorkMessages.changed(head, less)];
	return others.length === 0
		? [lineWorkMessages.changedTo(head, less, only)]
		: [lineWorkMessages.changedLines(head, less, addedLines.length), ...addedLines];
}
