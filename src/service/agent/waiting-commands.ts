import type {ServiceContext} from '../context.ts';
import {Refusal} from '../refusal.ts';

/** Runs a command of a server. Throws `Refusal` if too many of its commands are waiting for an answer. */
export type WaitingCommands = <Result>(serverId: string, work: () => Promise<Result>) => Promise<Result>;

export function limitWaitingCommands({limits}: Pick<ServiceContext, 'limits'>): WaitingCommands {
	const counts = new Map<string, number>();
	return (serverId, work) => {
		const count = counts.get(serverId) ?? 0;
		if (count >= limits.maxWaitingCommands) throw new Refusal('server.too_many_commands');
		counts.set(serverId, count + 1);
		return work().finally(() => {
			const left = (counts.get(serverId) ?? 1) - 1;
			if (left === 0) counts.delete(serverId);
			else counts.set(serverId, left);
		});
	};
}
