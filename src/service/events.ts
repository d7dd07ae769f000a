import type {ConsoleState} from './console/keep-open.ts';
import type {ConsoleFailureReason} from './console/console-error.ts';
import type {ServerRecord, ServerState} from './records.ts';

/** How a command ended: with an answer, or why there is none. `failed` is a bug of this program. */
export type CommandOutcome = 'answered' | ConsoleFailureReason | 'failed';

/** Events in the service, for its log and metrics. */
export type ServiceEvent =
	| {kind: 'state'; server: ServerRecord; from: ServerState; to: ServerState}
	| {kind: 'command'; serverId: string; command: string; outcome: CommandOutcome; ms: number}
	| {kind: 'console'; server: ServerRecord; state: ConsoleState}
	/** The agent of a linked node. */
	| {kind: 'agent'; node: string; isConnected: boolean}
	/** The broker between instances. `reason`: why the connection was lost. */
	| {kind: 'broker'; isConnected: boolean; reason: string | undefined}
	/** `problem`: which other instance on the same database conflicts with this one. Undefined: none any more. */
	| {kind: 'instances'; problem: string | undefined}
	/** A time of a schedule was skipped; reported once until the automation starts on schedule again. */
	| {kind: 'schedule-skipped'; automation: string; at: number}
	| {kind: 'feed'; accountId: string; address: string | undefined; isOpen: boolean};

export type OnEvent = (event: ServiceEvent) => void;
