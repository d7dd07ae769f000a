import {expect, test} from 'vitest';
import {collectBody, type Wire} from '../../src/api/wire.ts';
import {httpService, json} from '../helpers/http-service.ts';
import {apiAt} from './helpers.ts';

const list = (poll: number) =>
	Array.from({length: 3000 + 10 * poll}, (_, index) => ({
		id: `s${index}`,
		displayName: `server ${index} of poll ${poll}`,
		map: 'x'.repeat(100),
	}));

test('polls of a long list use the memory of the list before the last', async () => {
	const buffers: ArrayBufferLike[] = [];
	const spares: (ArrayBufferLike | undefined)[] = [];
	const wire: Wire = async (_request, {spare}) => {
		spares.push(spare?.buffer);
		const body = Buffer.alloc(1_000_000, JSON.stringify(list(buffers.length)).padEnd(1_000_000));
		buffers.push(body.buffer);
		return Promise.resolve({status: 200, header: () => undefined, body, cut: false});
	};
	const api = apiAt('http://127.0.0.1:9', {wire});
	for (let poll = 0; poll < 5; poll++) await api.listServers({teamId: 't'});
	expect(spares).toEqual([undefined, undefined, buffers[0], buffers[1], buffers[2]]);
});

test('lists keep their values while their memory is used again', async () => {
	let poll = 0;
	const {url} = await httpService((_, response) => json(response, 200, list(poll)));
	const api = apiAt(url);
	const names = [];
	for (; poll < 6; poll++)
		names.push((await api.listServers({teamId: 't'})).items.map(one => one.displayName));
	expect(names).toEqual([0, 1, 2, 3, 4, 5].map(each => list(each).map(({displayName}) => displayName)));
	// Also if it is unchanged.
	const {items} = await api.listServers({teamId: 't'});
	expect((await api.listServers({teamId: 't'})).items).toBe(items);
});

test.each([
	[1000, 'used if it is large enough', true],
	[10, 'not used if it is too small', false],
])('spare memory of %d bytes is %s', (size, _, isUsed) => {
	const spare = new Uint8Array(size);
	const body = collectBody(200, 10_000, {expected: 200, spare});
	for (let at = 0; at < 20; at++) body.add(new Uint8Array(10).fill(at));
	expect(body.bytes().buffer === spare.buffer).toBe(isUsed);
	expect([...body.bytes()]).toEqual(Array.from({length: 200}, (_each, at) => Math.floor(at / 10)));
});

test.each([404, 503])('the length that a %d announces takes no memory', status => {
	for (const expected of [3e9, 99_999_999_999_999]) {
		const body = collectBody(status, 128 * 1024 ** 2, {expected});
		body.add(new Uint8Array(100));
		body.add(new Uint8Array(100));
		expect(body.bytes().byteLength).toBe(200);
		expect(body.bytes().buffer.byteLength).toBeLessThan(1e6);
	}
});

test('a body that is longer than the spare memory leaves it', () => {
	const spare = new Uint8Array(100);
	const body = collectBody(200, 10_000, {spare});
	for (let at = 0; at < 100; at++) body.add(new Uint8Array(10).fill(at));
	expect([...body.bytes()]).toEqual(Array.from({length: 1000}, (_each, at) => Math.floor(at / 10)));
});
