import type {ConsoleState} from './console/keep-open.ts';
import type {ConsoleFailureReason} from './console/console-error.ts';
import type {StorageProblem} from './records/storage.ts';
import type {ActionRecord, ServerRecord, ServerState} from './records/records.ts';

/** How a command ended: with an answer, or why there is none. `failed` is a bug of this program. */
export type CommandOutcome = 'answered' | ConsoleFailureReason | 'failed';

/** Permissions have changed, or a sign-in failed. */
export type SecurityEntry = Pick<ActionRecord, 'action'> & Partial<ActionRecord>;

/** Events in the service, for its log and metrics. */
export type ServiceEvent =
	| {kind: 'state'; server: ServerRecord; from: ServerState; to: ServerState}
	| {kind: 'command'; serverId: string; command: string; outcome: CommandOutcome; ms: number}
	| {kind: 'console'; server: ServerRecord; state: ConsoleState}
	/** The agent of a linked node. */
	| {kind: 'agent'; node: string; isConnected: boolean}
	/** The broker between instances. `reason`: why the connection was lost. */
	| {kind: 'broker'; isConnected: boolean; reason: string | undefined}
	/** `problem`: which other instance on the same database conflicts with this one. Undefined: none anymore. */
	| {kind: 'instances'; problem: string | undefined}
	/** A time of a schedule was skipped; reported once until the automation starts on schedule again. */
	| {kind: 'schedule-skipped'; automation: string; at: number}
	/** Why nothing can be stored; undefined once it works again. */
	| {kind: 'storage'; problem: StorageProblem | undefined}
	/** It is already stored, but for failed sign-ins. */
	| {kind: 'security'; entry: SecurityEntry}
	/** Something exceeded a budget, and was refused or cut. `who`: the id of a token, node, server or team. */
	| {kind: 'budget'; budget: string; who: string}
	| {kind: 'feed'; accountId: string; address: string | undefined; isOpen: boolean};

export type OnEvent = (event: ServiceEvent) => void;
