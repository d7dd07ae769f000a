import * as z from 'zod';
import {containerMessages} from '../../messages/power.ts';
import type {PowerStatus} from './power-driver.ts';

/** The state of a container as engines report it. (Docker Engine API: ContainerInspect, State) */
export const ContainerState = z.object({
	Status: z.string(),
	ExitCode: z.number().optional(),
	Error: z.string().optional(),
});

export function readContainerState({
	Status: state,
	ExitCode: code,
	Error: error,
}: z.output<typeof ContainerState>): PowerStatus {
	switch (state) {
		case 'running':
		case 'stopping':
			return {kind: 'running'};
		// Podman has some of its own. (podman-ps(1): --filter status)
		case 'created':
		case 'configured':
		case 'initialized':
		case 'exited':
		case 'stopped':
		case 'removing':
		case 'dead':
			return {kind: 'stopped', how: code === undefined ? undefined : containerMessages.ended(code, error)};
		case 'paused':
			return {kind: 'unknown', reason: containerMessages.paused};
		case 'restarting':
			return {kind: 'unknown', reason: containerMessages.restarting(code, error), hasEnded: true};
		default:
			return {kind: 'unknown', reason: containerMessages.unknownState(state)};
	}
}
