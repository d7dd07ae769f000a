import {collectBody, WireProblem, type WireAnswer, type WireOptions} from './wire.ts';

/** How one exchange ends. After the first end, nothing has an effect. */
export type Receiver = {
	/** True if the exchange was given up before it was sent. */
	isAbandoned: () => boolean;
	/** The status line and headers. Returns false to stop reading. */
	start: (status: number, header: WireAnswer['header']) => boolean;
	/** A part of the body. Returns false to stop reading. */
	add: (chunk: Uint8Array) => boolean;
	end: () => void;
	fail: (cause: unknown) => void;
};

/**
Collects a response. `begin` sends the request and returns how to stop; a problem that it throws is the outcome. An aborted
signal rejects with its reason and stops.
*/
export function receive(
	{signal, maxBytes, takeBody, spare}: WireOptions,
	begin: (receiver: Receiver) => (reason: Error) => void,
): Promise<WireAnswer> {
	return new Promise((resolve, reject) => {
		let stop = (_reason: Error) => {};
		let answer: Omit<WireAnswer, 'body' | 'cut'> | undefined;
		let body = collectBody(0, maxBytes);
		const isCoded = (header: WireAnswer['header']) =>
			!/^(?:identity)?$/i.test(header('content-encoding') ?? '');
		const settle = (finish: () => void) => {
			signal.removeEventListener('abort', abandon);
			finish();
		};
		const giveUp = (reason: unknown) => settle(() => reject(reason));
		const end = () => {
			const done = answer;
			if (done) settle(() => resolve({...done, body: body.bytes(), cut: body.isCut()}));
		};
		const abandon = () => {
			giveUp(signal.reason);
			stop(new Error('abandoned'));
		};
		if (signal.aborted) return giveUp(signal.reason);
		signal.addEventListener('abort', abandon, {once: true});
		const receiver: Receiver = {
			isAbandoned: () => signal.aborted,
			start: (status, header) => {
				const expected = Number(header('content-length') ?? 0);
				if (status < 300 && expected > maxBytes) {
					giveUp(new WireProblem(undefined, true));
					return false;
				}
				answer = {status, header};
				const memory = isCoded(header) ? {} : {take: takeBody, spare};
				body = collectBody(status, maxBytes, {expected, ...memory});
				return true;
			},
			add: chunk => {
				try {
					if (body.add(chunk) === 'more') return true;
					end();
				} catch (problem) {
					giveUp(problem);
				}
				return false;
			},
			end,
			fail: cause => giveUp(new WireProblem(cause)),
		};
		try {
			stop = begin(receiver);
		} catch (cause) {
			receiver.fail(cause);
		}
	});
}
