import {EventEmitter} from 'node:events';

/** Waits for what a terminal shows. A wait checks again after each `changed`, and fails with the screen. */
export function openWaits(timeoutMs: number, screen: () => string) {
	const changes = new EventEmitter().setMaxListeners(0);
	return {
		changed: () => void changes.emit('change'),
		until: (what: string, isSo: () => boolean) =>
			new Promise<void>((resolve, reject) => {
				const settle = (outcome: () => void) => {
					clearTimeout(timer);
					changes.off('change', check);
					outcome();
				};
				const check = () => {
					if (isSo()) settle(resolve);
				};
				const timer = setTimeout(
					() => settle(() => reject(new Error(`The screen does not show ${what}:\n${screen()}`))),
					timeoutMs,
				);
				changes.on('change', check);
				check();
			}),
	};
}
