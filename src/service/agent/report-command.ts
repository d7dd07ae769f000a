import {ConsoleError} from '../console/console-error.ts';
import type {ServiceContext} from '../context.ts';
import type {CommandOutcome} from '../events.ts';
import type {Order} from './agent.ts';

/** Passes an answer on, and reports how the command ended unless the service closes. */
export async function reportCommand(
	{clock, closed, onEvent}: ServiceContext,
	{serverId, command}: Order,
	answer: Promise<string>,
): Promise<string> {
	const startedAt = clock.monotonic();
	const report = (outcome: CommandOutcome) => {
		if (closed.aborted) return;
		onEvent({kind: 'command', serverId, command, outcome, ms: clock.monotonic() - startedAt});
	};
	try {
		const text = await answer;
		report('answered');
		return text;
	} catch (error) {
		report(error instanceof ConsoleError ? error.reason : 'failed');
		throw error;
	}
}
