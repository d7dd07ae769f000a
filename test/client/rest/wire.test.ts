import {getEventListeners} from 'node:events';
import {expect, test} from 'vitest';
import {fetchWire} from '../../../src/client/rest/wire.ts';

const request = {method: 'GET', url: new URL('http://demo/'), headers: {}, body: undefined};

test('removes its abort listener after an exchange, because Node would keep the response as long as the signal lives', async () => {
	const {signal} = new AbortController();
	const listeners = () => getEventListeners(signal, 'abort').length;
	let meanwhile = 0;
	const wire = fetchWire(async () => {
		await Promise.resolve();
		meanwhile = listeners();
		return new Response('{}');
	});
	await wire(request, {signal, maxBytes: 100});
	// The remaining listener is that of `Request`, which Node removes together with it.
	expect([meanwhile, listeners()]).toEqual([2, 1]);
});

test('an aborted exchange rejects with the reason of its signal', async () => {
	const closing = new AbortController();
	const wire = fetchWire(() => new Promise<Response>(() => {}));
	const answer = wire(request, {signal: closing.signal, maxBytes: 100});
	closing.abort(new Error('enough'));
	await expect(answer).rejects.toThrow('enough');
});
