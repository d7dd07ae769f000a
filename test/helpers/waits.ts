import {EventEmitter} from 'node:events';

/** Waits for what a program shows. A wait checks again after each `changed`, and fails with what `shown` returns. */
export function openWaits(timeoutMs: number, shown: () => string) {
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
					try {
						if (isSo()) settle(resolve);
					} catch (error) {
						settle(() => reject(error));
					}
				};
				const timer = setTimeout(
					() => settle(() => reject(new Error(`The output does not show ${what}:\n${shown()}`))),
					timeoutMs,
				);
				changes.on('change', check);
				check();
			}),
	};
}
