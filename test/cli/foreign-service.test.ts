import {expect, test} from 'vitest';
import {lookedUpService} from './looked-up-service.ts';
import {httpService, json} from '../helpers/http-service.ts';
import {openInProcess} from './in-process.ts';

test('the message of the service about a refusal is printed beside our sentence, and recorded', async () => {
	const said = 'a name can have at most 100 characters';
	const {env} = await lookedUpService(/^POST/, response =>
		json(response, 400, {key: 'validation.failed', message: said}),
	);
	const rcondeck = openInProcess({env});
	const {code, err} = await rcondeck.run(['rename', 'one', 'two', '--yes']);
	expect(err).toContain(`The service did not accept a field: ${said} (validation.failed).`);
	expect(code).toBe(1);
	expect((await rcondeck.run(['journal'])).out).toContain(`validation.failed: ${said}`);
});

test('the hint after a refused command does not contradict the message of the service', async () => {
	const {env} = await lookedUpService(/^POST/, response =>
		json(response, 409, {message: 'The server is locked for maintenance.'}),
	);
	const {code, err} = await openInProcess({env}).run(['rcon', 'one', '--', 'status']);
	expect(err).toBe('rcondeck: one: The server is locked for maintenance.\n');
	expect(code).toBe(7);
});

test('every page of a list is read, and a list that ends early is not taken for a complete one', async () => {
	const all = Array.from({length: 5}, (_, n) => ({id: `s${n}`, displayName: `name${n}`, state: 'RUNNING'}));
	let isCut = false;
	const {url} = await httpService((request, response) => {
		const {pathname, searchParams} = new URL(request.url, 'http://x');
		const page = isCut ? 0 : Number(searchParams.get('page') ?? 0);
		const content = all.slice(2 * page, 2 * page + 2);
		if (pathname === '/team/my') json(response, 200, {id: 't'});
		else json(response, 200, {content, page, size: 2, totalElements: 5, totalPages: 3, last: page === 2});
	});
	const rcondeck = openInProcess({
		env: {RCONDECK_URL: url, RCONDECK_TOKEN: 'token', RCONDECK_FEED_URL: 'off'},
	});
	const listed = await rcondeck.run(['servers', '--json']);
	expect({code: listed.code, err: listed.err}).toEqual({code: 0, err: ''});
	expect(JSON.parse(listed.out)).toMatchObject({servers: {length: 5}});
	const planned = await rcondeck.run(['restart', '--state', 'up', '--dry-run']);
	expect(planned.out.match(/POST/g)).toHaveLength(5);
	isCut = true;
	const cut = await rcondeck.run(['servers', '--json']);
	expect(cut).toMatchObject({code: 3, err: expect.stringContaining('2 of 5 records read')});
	expect(JSON.parse(cut.out)).toMatchObject({unreadable: {length: 1}});
});
