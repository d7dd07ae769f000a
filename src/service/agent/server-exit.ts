import type {ServerExit} from './server-driver.ts';

/** Creates the exit event of a server. A listener is called at once if the server has already ended. */
export function createExit() {
	const listeners: ((how: ServerExit) => void)[] = [];
	let ended: ServerExit | undefined;
	return {
		how: () => ended,
		settle: (how: ServerExit) => {
			ended = how;
			for (const listener of listeners.splice(0)) listener(how);
		},
		onExit: (listener: (how: ServerExit) => void) => {
			if (ended) listener(ended);
			else listeners.push(listener);
		},
	};
}
