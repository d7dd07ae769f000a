import type {ServerCommand} from '../../../../src/contract/models/server.ts';
import {knownMoment} from '../../../../src/contract/moments.ts';
import type {ConsoleEvent} from '../../../../src/app/console/record/buffer.ts';
import {aFailure, startAt} from '../../../helpers/builders.ts';
import type {Chance} from './seeded.ts';
import {stateChange} from '../../../helpers/activities.ts';

/** A command that the service has stored, with its author. */
export type Stored = {answer: ServerCommand; localId: string | undefined; isAwaited: boolean};

/** The history of the service, and the events of a session in their order of arrival. */
export type World = {
	stored: Stored[];
	events: ConsoleEvent[];
	mine: string[];
	hasSharedTexts: boolean;
	note: string;
};

const serverId = 's';
const timeout = aFailure({key: 'server.rcon_timeout', mayHaveRun: true});
const refused = aFailure({mayHaveRun: false});

type Told = {at: number; event: ConsoleEvent};

/**
 * A random part of a server's history: own commands that get a response, time out, are abandoned, rejected
 * or sent without waiting; commands of others; broadcasts that arrive late, twice, out of order or never;
 * polls that list some of what is stored; clock skew; a service that sends commandIds always, only to the
 * waiting client, or never, or one commandId for several commands; outputs that are reported only after
 * their commands.
 */
export function aWorld(chance: Chance): World {
	const ids = chance.pick(['always', 'awaited', 'never']);
	const skewMs = chance.pick([0, 0, 700, -900, 290_000, -290_000]);
	const hasFeed = chance.percent(80);
	const hasSharedTexts = chance.percent(40);
	const hasSharedIds = ids === 'always' && chance.percent(30);
	const reports: Told[] = [];
	const stored: Stored[] = [];
	const mine: string[] = [];
	const tell = (at: number, event: ConsoleEvent) => reports.push({at, event});
	let now = startAt;

	const store = (
		text: string,
		runAt: number,
		localId: string | undefined,
		isAwaited: boolean,
	): ServerCommand => {
		const shared = hasSharedIds && stored.length > 0 ? chance.below(stored.length) : stored.length;
		const commandId = ids === 'never' ? undefined : `id-${shared}`;
		// Without an ID, nothing could distinguish two commands with the same text at the same time.
		const taken = new Set(stored.map(({answer}) => answer.timestamp));
		let timestamp = runAt - skewMs;
		while (taken.has(timestamp)) timestamp++;
		// The same ID and output mean the same response.
		const own = `answer ${stored.length}`;
		const response = hasSharedIds ? own : chance.pick([own, 'ok', '', undefined]);
		const answer = {command: text, response, commandId, timestamp};
		stored.push({answer, localId, isAwaited});
		return answer;
	};
	/** As it is broadcast and listed. */
	const toldAs = (answer: ServerCommand): ServerCommand =>
		ids === 'always' && chance.percent(90) ? answer : {...answer, commandId: undefined};
	/** Before its output is available; without an ID this would be ambiguous. */
	const toldEarly = (answer: ServerCommand): ServerCommand =>
		ids === 'always' && !hasSharedIds && chance.percent(20)
			? {...answer, response: undefined}
			: toldAs(answer);
	const broadcast = (answer: ServerCommand, from: number) => {
		if (!hasFeed) return;
		for (let times = chance.pick([0, 1, 1, 1, 1, 2, 3]); times > 0; times--) {
			const at = from + chance.pick([0, 5, 40, 300, 4000, 45_000]) + chance.below(30);
			tell(at, {type: 'rcon/received', serverId, at, via: 'feed', commands: [toldEarly(answer)]});
		}
	};
	const own = (kind: 'answered' | 'timeout' | 'abandoned' | 'refused' | 'plain') => {
		const localId = `local-${mine.length}`;
		const text = hasSharedTexts ? chance.pick(['save', 'status']) : `mine ${mine.length}`;
		mine.push(localId);
		const sentAt = now;
		const isPlain = kind === 'plain';
		tell(sentAt, {
			type: 'rcon/sent',
			serverId,
			localId,
			command: text,
			at: sentAt,
			timeoutMs: isPlain ? undefined : 5000,
		});
		if (kind === 'refused') {
			tell(sentAt + 20, {type: 'rcon/failed', serverId, localId, failure: refused});
			return;
		}
		const tookMs = kind === 'answered' ? chance.between(5, 4000) : chance.between(5, 20_000);
		const answer = store(text, sentAt + tookMs, localId, kind === 'answered');
		broadcast(answer, sentAt + tookMs);
		if (kind === 'answered') {
			const at = sentAt + tookMs + chance.between(1, 50);
			tell(at, {type: 'rcon/answered', serverId, localId, answer, at});
		} else if (kind === 'timeout')
			tell(sentAt + 5000, {type: 'rcon/failed', serverId, localId, failure: timeout});
		else if (kind === 'abandoned')
			tell(sentAt + chance.between(1, 4000), {type: 'rcon/abandoned', serverId, localId});
		else tell(sentAt + 15, {type: 'rcon/forwarded', serverId, localId, at: sentAt + 15});
	};
	const poll = (at: number, most: number) => {
		const there = stored
			.filter(({answer}) => (knownMoment(answer.timestamp) ?? 0) + skewMs <= at)
			.map(({answer}) => toldAs(answer));
		const listed = chance.pick([there, there.toReversed(), chance.shuffled(there)]);
		return {
			at,
			event: {type: 'rcon/received', serverId, at, via: 'poll', commands: listed.slice(-most)} as const,
		};
	};

	// The first response reveals the clock skew, without which no response can be classified as late.
	own('answered');
	now += 60_000;
	const polls: number[] = [];
	for (let step = chance.between(3, 25); step > 0; step--) {
		now += chance.pick([0, 1, 50, 1000, 6000, 30_000]);
		if (chance.percent(45))
			own(chance.pick(['answered', 'answered', 'timeout', 'abandoned', 'refused', 'plain']));
		else if (chance.percent(20)) {
			tell(now, {
				type: 'console/noted',
				serverId,
				id: `note-${step}`,
				at: now,
				activity: stateChange('ONLINE', 'OFFLINE'),
			});
		} else {
			const text = hasSharedTexts ? chance.pick(['save', 'status']) : `theirs ${stored.length}`;
			broadcast(store(text, now, undefined, false), now);
		}
		if (chance.percent(25)) polls.push(now + chance.below(8000));
	}
	reports.push(...polls.map(at => poll(at, chance.pick([3, 1000]))));
	reports.push(poll(now + 120_000, 1000), poll(now + 125_000, 1000));
	const events = reports.sort((one, other) => one.at - other.at).map(({event}) => event);
	return {
		stored,
		events,
		mine,
		hasSharedTexts,
		note: `ids ${ids}${hasSharedIds ? ' shared' : ''}, skew ${skewMs}, feed ${hasFeed}`,
	};
}
