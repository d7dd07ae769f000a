import {expect, test} from 'vitest';
import type {Endpoint} from '../../../src/contract/endpoint.ts';
import {endpoints, type EndpointName} from '../../../src/contract/endpoints/index.ts';
import {prototypeNames} from '../../helpers/any-text.ts';
import {
	answerFields,
	answering,
	contentsOf,
	contentWith,
	idsIn,
	neededFields,
	withWords,
	wordsTaken,
} from '../../helpers/contract-fields.ts';
import {apiAt} from './helpers.ts';

/** The required input of an endpoint, and nothing else. */
const inputFor = (
	{path, query, body, openBody, upload}: Endpoint,
	word: string,
): Record<string, unknown> => ({
	...Object.fromEntries(idsIn(path).map(name => [name, word])),
	...neededFields({...query, ...body}, word),
	...(openBody && {content: contentWith(openBody, word)}),
	...(upload !== undefined && {file: new Uint8Array([1]), fileName: 'icon.png', contentType: 'image/png'}),
});

test.each(prototypeNames)('the client parses responses in which every word is %s', async name => {
	const lost: string[] = [];
	for (const endpoint of answering) {
		const fields = answerFields(endpoint);
		if (fields.length === 0) continue;
		const body = withWords(undefined, fields, () => name);
		const api = apiAt('http://demo', {fetch: async () => Response.json(body)});
		const call = api[endpoint] as (input: unknown) => Promise<unknown>;
		const value = await call(inputFor(endpoints[endpoint], name));
		if (!contentsOf(value).has(name)) lost.push(endpoint);
	}
	expect(lost).toEqual([]);
});

test('the client sends names of the prototype unchanged in every field of every request', async () => {
	const lost: string[] = [];
	let sent = 0;
	for (const [at, [endpoint, row]] of (Object.entries(endpoints) as [EndpointName, Endpoint][]).entries()) {
		const name = prototypeNames[at % prototypeNames.length] ?? '';
		const ids = idsIn(row.path).map((id): [string, unknown] => [id, name]);
		const content: [string, unknown][] = row.openBody ? [['content', contentWith(row.openBody, name)]] : [];
		for (const [field, value] of [...wordsTaken({...row.query, ...row.body}, name), ...ids, ...content]) {
			let asked: Request | undefined;
			const api = apiAt('http://demo', {
				fetch: async request => {
					asked = request;
					return Response.json({key: 'general.not_found', message: ''}, {status: 404});
				},
			});
			const call = api[endpoint] as (input: unknown) => Promise<unknown>;
			await call({...inputFor(row, 'plain'), [field]: value}).catch(() => {});
			const text = `${asked?.url} ${await asked?.text()}`;
			if (!text.includes(name)) lost.push(`${endpoint} ${field}: ${text}`);
			sent++;
		}
	}
	expect(lost).toEqual([]);
	expect(sent).toBeGreaterThanOrEqual(60);
});
