import {clockText, formatDuration, type TextStyle} from '../../lib/ago.ts';
import {cut} from '../../lib/width.ts';
import {isRunning, type Watch, type WatchesState} from './watches.ts';
import {watchRunMessages} from '../../messages/watch.ts';

/**
Formats the watches, such as `watch "ListPlayers" every 30s on 2  changes 3  last 03:13:50`; a narrow screen
shows the most important parts. Returns undefined without watches.
*/
export function watchSign(watches: WatchesState, width: number, utc: boolean): string | undefined {
	const running = watches.filter(isRunning);
	const newest = running.at(-1);
	if (!newest) return undefined;
	const others = running.length > 1 ? ` +${running.length - 1}` : '';
	if (width < 60) return watchRunMessages.label.narrow(others, newest.changes);
	const command = `"${cut(newest.command, width < 110 ? 12 : 24)}"`;
	if (width < 110) return watchRunMessages.label.medium(command, newest.changes, others);
	const head = watchRunMessages.label.head(command, everyText(newest), newest.targets.length);
	const last = newest.lastAt === undefined ? '' : watchRunMessages.label.last(clockText(newest.lastAt, utc));
	return watchRunMessages.label.wide(head, newest.changes, last, others);
}

export const everyText = ({everyMs}: Pick<Watch, 'everyMs'>): string =>
	watchRunMessages.every(Math.round(everyMs / 1000));

/** Describes the state of a watch: its next run and limits, or why it ended. */
export function watchState(
	{over, calls, budget, endsAt, stopWhen, nextAt}: Watch,
	now: number,
	style: TextStyle = 'short',
): string {
	if (over) return watchRunMessages.overSince(formatDuration(now - over.at, style), over.reason);
	const next =
		nextAt === undefined
			? watchRunMessages.asking
			: watchRunMessages.nextIn(formatDuration(Math.max(0, nextAt - now), style));
	const pattern = stopWhen === undefined ? '' : watchRunMessages.orPattern(stopWhen);
	return watchRunMessages.progress(
		next,
		formatDuration(Math.max(0, endsAt - now), style),
		pattern,
		calls,
		budget,
	);
}
