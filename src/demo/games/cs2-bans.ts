import type {Clock} from '../../lib/clock.ts';
import {plural} from '../../lib/plural.ts';

/** One of Source's two ban lists: Steam ids or addresses. */
export type BanList = {
	has: (who: string) => boolean;
	/** Both return the console's output. */
	add: (minutes: string | undefined, who: string | undefined) => string;
	remove: (who: string | undefined) => string;
	text: () => string;
};

export function createBanList(clock: Clock, {title, usage}: {title: string; usage: string}): BanList {
	/** When each ban ends; Infinity for permanent bans. */
	const endsAt = new Map<string, number>();
	const activeBans = () => [...endsAt].filter(([, at]) => at > clock.now());
	return {
		has: who => (endsAt.get(who) ?? 0) > clock.now(),
		add: (minutes, who) => {
			const span = Number(minutes);
			if (who === undefined || !Number.isFinite(span) || span < 0) return `Usage:  ${usage}`;
			endsAt.set(who, span === 0 ? Infinity : clock.now() + span * 60_000);
			return '';
		},
		remove: who => (who !== undefined && endsAt.delete(who) ? '' : `${title} filter: ${who ?? ''} not found`),
		text: () => {
			const bans = activeBans();
			if (bans.length === 0) return `${title} filter list: empty`;
			const rows = bans.map(([who, at], index) => {
				const left = at === Infinity ? 'permanent' : `${((at - clock.now()) / 60_000).toFixed(3)} min`;
				return `${index + 1} ${who} : ${left}`;
			});
			return [`${title} filter list: ${plural(bans.length, 'entry', 'entries')}`, ...rows].join('\n');
		},
	};
}
