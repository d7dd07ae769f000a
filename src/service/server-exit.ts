import type {ServerExit} from './server-driver.ts';

/** How a server ended, and who is told of it: at once where it has ended already. */
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
