import {containerMessages} from '../../messages/power-drivers.ts';
import type {PowerStatus} from './power-driver.ts';

/** Reads the state of a container as engines report it. (Docker Engine API: ContainerInspect, State.Status) */
export function readContainerState(state: string): PowerStatus {
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
			return {kind: 'stopped'};
		case 'paused':
			return {kind: 'unknown', reason: containerMessages.paused};
		case 'restarting':
			return {kind: 'unknown', reason: containerMessages.restarting};
		default:
			return {kind: 'unknown', reason: containerMessages.unknownState(state)};
	}
}
