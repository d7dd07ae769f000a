import type {Activity} from '../../actions/activity.ts';
import type {CommandOrigin} from '../../actions/memorable.ts';
import type {OutputKind} from '../../contract/models/console-output.ts';
import type {Failure} from '../kernel/failure.ts';

/**
One command and its outcome. `me`, `probe`: sent by this session or `elsewhere` by the same user. `other`: received; only
the local service says `by` whom. `queued`: waiting for its turn after `ahead` others. `recalled`: canceled before it
was sent. `pending`: waiting for the answer. `sent`: plain RCON, whose answer comes by the feed or a poll. `answered`:
`response` is the output, undefined if the service gave none. `timeout`: no answer, but it may have run; `response` is
then the output of another command if the answer named one. `late`: answered after the timeout. `failed`: refused or not
sent. `abandoned`: we stopped waiting, but it may still run.
*/
export type CommandLine = {
	kind: 'command';
	id: string;
	origin: CommandOrigin;
	/** For `me` and `probe`, sent outside this session: from the shell, or by another or earlier session. */
	elsewhere?: 'shell' | 'session';
	/** For `other`: the name of the sender, if the service sends it. */
	by?: string;
	command: string;
	status:
		'queued' | 'recalled' | 'pending' | 'sent' | 'answered' | 'timeout' | 'late' | 'failed' | 'abandoned';
	/** Our time when it was sent, which never changes; for others' commands, the service's time if known. Epoch ms. */
	at: number;
	/** The number of commands before it on its node. */
	ahead?: number;
	/** Our time when it was sent; undefined for others' commands. */
	sentAt: number | undefined;
	/** The same time by `clock.monotonic`, for latencies; known only for commands of this session. */
	sentTick?: number;
	/** Our time when the answer was received; undefined for the answer to our own request. */
	receivedAt: number | undefined;
	receivedTick?: number;
	/** Position in the console; never smaller than that of the previous entry. */
	order: number;
	response: string | undefined;
	commandId: string | undefined;
	/** The service's timestamp of the answer, unchanged; part of its identity if there is no commandId. */
	timestamp: number | undefined;
	latencyMs: number | undefined;
	timeoutMs: number | undefined;
	failure: Failure | undefined;
	/** How an answer that arrived separately from its request was matched. */
	matched: 'id' | 'text' | undefined;
	/** How the answer reached us. */
	via: 'answer' | 'feed' | 'poll' | undefined;
};

/** An event on the server: a state change, one of our actions, or its outcome. */
export type NoteLine = {
	kind: 'note';
	id: string;
	at: number;
	order: number;
	activity: Activity;
	/** An action on several servers is in the console of each. Combined views show only the first one. */
	isRepeat?: true;
};

/**
A line of unsolicited game output, or the number of lines that the service omitted. `isDated`: `at` is by the
service's clock, else ours.
*/
export type OutputLine = {
	kind: 'output';
	id: string;
	at: number;
	order: number;
	isDated: boolean;
	printed: {kind: OutputKind; text: string} | {kind: 'omitted'; count: number};
};

export type Line = CommandLine | NoteLine | OutputLine;
