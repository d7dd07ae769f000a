import {expect, test} from 'vitest';
import {createSignIn} from '../../../src/client/rest/sign-in.ts';
import type {Credentials} from '../../../src/contract/credentials.ts';
import {systemClock} from '../../../src/lib/time/clock.ts';
import {Secret} from '../../../src/lib/secrets/secret.ts';
import {httpService, json} from '../../helpers/http-service.ts';
import {manualClock} from '../../helpers/manual-clock.ts';
import {apiAt, failureOf} from './helpers.ts';

const withToken = (token: string): Credentials => ({kind: 'token', token: new Secret(token)});

async function serviceAccepting(accepted: {token: string}) {
	const {url, seen} = await httpService((one, response) => {
		const isKnown = one.headers['application-token'] === accepted.token;
		json(response, isKnown ? 200 : 401, isKnown ? {id: 'team'} : {message: 'no'});
	});
	return {url, seen};
}

test('retries a request once with the stored credentials after a rejection', async () => {
	const accepted = {token: 'old'};
	const {url, seen} = await serviceAccepting(accepted);
	const stored = {token: 'old', reads: 0};
	const signIn = createSignIn({
		credentials: withToken('old'),
		reread: async () => {
			stored.reads++;
			return withToken(stored.token);
		},
		clock: systemClock,
	});
	const api = apiAt(url, {signIn});
	expect(await api.myTeam()).toMatchObject({id: 'team'});
	expect(stored.reads).toBe(0);
	accepted.token = 'new';
	stored.token = 'new';
	expect(await Promise.all([api.myTeam(), api.myTeam()])).toMatchObject([{id: 'team'}, {id: 'team'}]);
	expect(stored.reads).toBe(1);
	expect(seen.map(({headers}) => headers['application-token']).slice(-1)).toEqual(['new']);
	expect(await api.myTeam()).toMatchObject({id: 'team'});
	expect(seen).toHaveLength(6);
});

test('keeps the rejection if the stored credentials are unchanged, missing or unreadable', async () => {
	const {url, seen} = await serviceAccepting({token: 'new'});
	const answers = [
		async () => withToken('old'),
		async () => undefined,
		async () => {
			throw new Error('the password manager is locked');
		},
	];
	for (const reread of answers) {
		const api = apiAt(url, {
			signIn: createSignIn({credentials: withToken('old'), reread, clock: systemClock}),
		});
		expect(await failureOf(api.myTeam())).toMatchObject({status: 401});
	}
	expect(seen).toHaveLength(3);
});

test('reads the credentials again at most every five seconds', async () => {
	const clock = manualClock();
	let reads = 0;
	const signIn = createSignIn({
		credentials: withToken('old'),
		reread: async () => {
			reads++;
			return withToken('old');
		},
		clock,
	});
	const {url} = await serviceAccepting({token: 'new'});
	const api = apiAt(url, {signIn});
	await failureOf(api.myTeam());
	await failureOf(api.myTeam());
	expect(reads).toBe(1);
	await clock.advance(5000);
	await failureOf(api.myTeam());
	expect(reads).toBe(2);
});
