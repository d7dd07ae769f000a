import type {Activity} from '../../actions/activity.ts';
import type {Failure} from '../kernel/failure.ts';

/**
One command and what became of it. `me`: sent by this session; `other`: heard, and the service does not say whose.
`queued`: waits for its turn behind `behind` others. `recalled`: taken back before it was sent.
`pending`: waiting for the answer. `sent`: plain RCON, whose answer comes by the feed or a poll. `answered`: `response`
is what the game said, undefined where the service gave no output. `timeout`: no answer of its own, it may have run;
`response` is then the output of another command, where the answer named one.
`late`: answered after the timeout. `failed`: refused or not sent. `abandoned`: we stopped waiting, it may run still.
*/
export type CommandLine = {
	kind: 'command';
	id: string;
	origin: 'me' | 'other';
	/** Of `me`, but not of this session: a command of the shell, or another session, or an earlier one. */
	elsewhere?: 'shell' | 'session';
	command: string;
	status:
		'queued' | 'recalled' | 'pending' | 'sent' | 'answered' | 'timeout' | 'late' | 'failed' | 'abandoned';
	/** Our own time when it was sent, which stays; for others' commands service time where it is known. Epoch ms. */
	at: number;
	/** Commands that go before it on its node. */
	ahead?: number;
	/** Our own time when it was sent; undefined for others' commands. */
	sentAt: number | undefined;
	/** The same by `clock.monotonic`, for latencies; known only for what this session sent. */
	sentTick?: number;
	/** Our own time when the answer was received; undefined for the answer to our own request. */
	receivedAt: number | undefined;
	receivedTick?: number;
	/** Place in the console: never smaller than that of the line before. */
	order: number;
	response: string | undefined;
	commandId: string | undefined;
	/** The service's own time of the answer, as it came; part of its identity where there is no commandId. */
	timestamp: number | undefined;
	latencyMs: number | undefined;
	timeoutMs: number | undefined;
	failure: Failure | undefined;
	/** How an answer that came apart from its request was recognised. */
	matched: 'id' | 'text' | undefined;
	/** How the answer reached us. */
	via: 'answer' | 'feed' | 'poll' | undefined;
};

/** Something that happened to the server: a state change, an action of ours, its outcome. */
export type NoteLine = {
	kind: 'note';
	id: string;
	at: number;
	order: number;
	activity: Activity;
	/** One act on several servers is in the console of each, and is told on the first of them where all are told of. */
	isRepeat?: true;
};

export type Line = CommandLine | NoteLine;
