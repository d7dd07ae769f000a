import type {Fact, LinkedServer, LinkedTask, ReceivedAgentMessage} from '../../contract/models/link.ts';

/** A difference that the way of a message may cause. */
const toleranceMs = 2000;

/** Returns how far the clock of a machine is behind. A small change of the known difference is not one. */
export function measureBehind(knownMs: number, machineNow: number | undefined, now: number): number {
	if (machineNow === undefined) return 0;
	const behindMs = now - machineNow;
	return Math.abs(behindMs - knownMs) > toleranceMs ? behindMs : knownMs;
}

/** Returns a message with the times of the service's clock. What happened is never later than now. */
export function correctTimes(
	message: ReceivedAgentMessage,
	behindMs: number,
	now: number,
): ReceivedAgentMessage {
	const past = (at: number) => Math.max(0, Math.min(at + behindMs, now));
	switch (message.type) {
		case 'server':
			return {...message, server: ofServer(message.server, past, behindMs)};
		case 'task':
			return {...message, task: ofTask(message.task, past)};
		case 'report':
			return {...message, fact: message.fact && ofFact(message.fact, past)};
		case 'output': {
			const timestamp = new Date(past(Date.parse(message.output.timestamp))).toISOString();
			return {...message, output: {...message.output, timestamp}};
		}
		default:
			return message;
	}
}

type Past = (at: number) => number;

function ofServer(server: LinkedServer, past: Past, behindMs: number): LinkedServer {
	const {createdAt, stateSince, report, backups} = server;
	return {
		...server,
		createdAt: past(createdAt),
		stateSince: past(stateSince),
		...(report && {report: {...report, at: past(report.at)}}),
		backups: backups.map(({expiresAt, ...backup}) => ({
			...backup,
			createdAt: past(backup.createdAt),
			...(expiresAt !== undefined && {expiresAt: Math.min(expiresAt + behindMs, maxMoment)}),
		})),
	};
}

/** The last moment of a `Date`. */
const maxMoment = 8_640_000_000_000_000;

const ofTask = ({finishedAt, ...task}: LinkedTask, past: Past): LinkedTask => ({
	...task,
	createdAt: past(task.createdAt),
	...(finishedAt !== undefined && {finishedAt: past(finishedAt)}),
});

const ofFact = (fact: Fact, past: Past): Fact =>
	fact.kind === 'answer' ? {...fact, timestamp: past(fact.timestamp)} : fact;
