import type {ServiceContext} from '../context.ts';
import {Refusal} from '../refusal.ts';
import {whenCommitted} from '../transactions.ts';

/** Runs a command of a server once it is committed. Throws `Refusal` if too many of its commands await an answer. */
export type WaitingCommands = <Result>(serverId: string, work: () => Promise<Result>) => Promise<Result>;

export function limitWaitingCommands({
	limits,
	store,
}: Pick<ServiceContext, 'limits' | 'store'>): WaitingCommands {
	const counts = new Map<string, number>();
	const release = (serverId: string) => {
		const left = (counts.get(serverId) ?? 1) - 1;
		if (left === 0) counts.delete(serverId);
		else counts.set(serverId, left);
	};
	return (serverId, work) => {
		const count = counts.get(serverId) ?? 0;
		if (count >= limits.maxWaitingCommands) throw new Refusal('server.too_many_commands');
		counts.set(serverId, count + 1);
		store.onRollback(() => release(serverId));
		return whenCommitted(store, work).finally(() => release(serverId));
	};
}
