import fc from 'fast-check';
import {expect, test} from 'vitest';
import type {Endpoint} from '../../src/contract/endpoint.ts';
import {endpoints, type EndpointName} from '../../src/contract/endpoints/index.ts';
import {anyText, prototypeNames} from '../helpers/any-text.ts';
import {nested, prototypeFleet} from '../helpers/hostile-records.ts';
import {manualClock} from '../helpers/manual-clock.ts';
import {openTestDemo} from '../helpers/service-of-app.ts';

/** Deletions are rare, because an empty fleet leaves little that can fail. */
const names = (Object.keys(endpoints) as EndpointName[]).flatMap(name =>
	/^delete|^remove|^kick/.test(name) ? [name] : [name, name, name, name],
);
const ids = fc.oneof(
	{weight: 8, arbitrary: fc.constantFrom<string>(...prototypeNames.slice(0, 3))},
	anyText(),
);

/** Values of fields that the service accepts. */
const accepted = new Map<string, unknown>(
	Object.entries({
		command: 'status',
		name: 'new',
		gameType: 'CS2',
		map: 'de_nuke',
		nodeId: prototypeNames[0],
		displayName: 'other',
		serverDirectory: '/srv/games',
		userEmail: 'new@team.example',
		memberId: prototypeNames[1],
		newPermissions: [...prototypeNames],
		teamId: 'constructor',
		targets: {serverIds: [...prototypeNames]},
		targetIds: [...prototypeNames],
		workflow: [
			{type: 'RCON', command: '{targets.constructor}'},
			{type: 'WAIT', seconds: 1},
			{type: 'toString'},
		],
		trigger: {type: 'STATE_CHANGE', to: 'constructor'},
		content: {settings: {__proto__: null, constructor: {toString: 1}}},
	}),
);

/** A field value: any JSON, including prototype names and values that nest too deeply. */
const anyValue = fc.oneof(
	fc.constantFrom<unknown>(...prototypeNames, null, true, 0, -1, 1e300, '', [], {}, nested(3000)),
	fc.constantFrom<unknown>(
		[...prototypeNames],
		{serverIds: [...prototypeNames]},
		{type: 'CRON', cron: '* * * * *'},
	),
	fc.constantFrom<unknown>(JSON.parse('{"__proto__": {"type": 1}, "constructor": null}'), [
		{type: 'constructor'},
	]),
	anyText(),
	fc.jsonValue(),
);

/** Any value once in N times, otherwise undefined. */
const seldom = (times: number) =>
	fc.oneof({weight: times - 1, arbitrary: fc.constant(undefined)}, {weight: 1, arbitrary: anyValue});

const anyRequest = fc.record({
	name: fc.constantFrom(...names),
	isAlternative: fc.boolean(),
	path: fc.tuple(ids, ids),
	odd: fc.array(seldom(5), {minLength: 8, maxLength: 8}),
	whole: seldom(8),
	query: fc.array(
		fc.tuple(fc.constantFrom('await', 'timeoutMs', 'page', 'size', 'statuses', '__proto__'), anyText()),
		{
			maxLength: 2,
		},
	),
});
type AnyRequest = typeof anyRequest extends fc.Arbitrary<infer Value> ? Value : never;

function requestOf({name, isAlternative, path, odd, whole, query}: AnyRequest, token: string): Request {
	const row: Endpoint = endpoints[name];
	let at = 0;
	const idOf = (param: string) => (param === 'teamId' ? 'constructor' : (path[at++] ?? ''));
	const filled = (isAlternative ? (row.alternative ?? row.path) : row.path).replaceAll(
		/\{(\w+)\}/g,
		(_match, param: string) => encodeURIComponent(idOf(param).toWellFormed()),
	);
	const search = query.map(
		([key, text]) => `${key}=${encodeURIComponent(text.slice(0, 500).toWellFormed())}`,
	);
	const fields = Object.keys(row.body ?? {content: row.openBody}).map((field, place): [string, unknown] => [
		field,
		odd[place] === undefined ? accepted.get(field) : odd[place],
	]);
	const body = whole === undefined ? Object.fromEntries(fields) : whole;
	return new Request(`http://demo${filled}?${search.join('&')}`, {
		method: row.method,
		headers: {'Application-Token': token, 'Content-Type': 'application/json'},
		...(row.method !== 'GET' && {body: JSON.stringify(body)}),
	});
}

test('the service responds to every request and keeps running', async () => {
	await fc.assert(
		fc.asyncProperty(fc.array(anyRequest, {minLength: 5, maxLength: 25}), async requests => {
			const clock = manualClock();
			// An error inside the service fails the test.
			const demo = await openTestDemo(clock, {fleet: prototypeFleet});
			const {token} = demo.credentials;
			const statuses: number[] = [];
			for (const request of requests) {
				const answering = demo.fetch(requestOf(request, token));
				await clock.advance(6000);
				statuses.push((await answering).status);
			}
			await clock.advance(120_000);
			const still = await demo.fetch(
				new Request('http://demo/team/my', {headers: {'Application-Token': token}}),
			);
			expect(statuses.filter(status => status >= 500)).toEqual([]);
			expect(still.status).toBe(200);
		}),
		{numRuns: 20},
	);
});
