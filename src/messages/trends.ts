import {formatDuration} from '../lib/ago.ts';
import {plural} from '../lib/plural.ts';

/** The players and the state of a server over the last hours. */
export const trendMessages = {
	label: (ms: number) => `last ${formatDuration(ms)}`,
	shellLabel: (ms: number) => `Last ${formatDuration(ms)}`,
	range: (low: number, high: number) => (low === high ? plural(high, 'player') : `${low} to ${high} players`),
	neverUp: 'never seen up',
	markOf: (ms: number) => `1 mark = ${formatDuration(ms)}`,
	down: (sign: string) => `${sign} down`,
	changing: (sign: string) => `${sign} changing`,
	unknown: (sign: string) => `${sign} state unknown`,
	uncounted: (sign: string) => `${sign} players unknown`,
	blank: 'blank not seen',
	downSpoken: (periods: number, periodMs: number, agoMs: number) =>
		`down in ${plural(periods, 'period')} of ${formatDuration(periodMs, 'spoken')}, most recently ${formatDuration(agoMs, 'spoken')} ago`,
	notSeenSpoken: (ms: number) => `not seen for ${formatDuration(ms, 'spoken')}`,
	uncountedSpoken: 'players unknown',
	samplesUnread: (problem: string) => `The last hours are not shown: ${problem}`,
};
