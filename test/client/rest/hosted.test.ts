import {expect, onTestFinished, test} from 'vitest';
import {openTeamFeed} from '../../../src/client/feed/team-feed.ts';
import {type FeedEvent, type FeedSignal, feedUrlFrom} from '../../../src/contract/packets.ts';
import type {Credentials} from '../../../src/contract/credentials.ts';
import {systemClock} from '../../../src/lib/time/clock.ts';
import {Secret} from '../../../src/lib/secrets/secret.ts';
import {listen} from '../../../src/service/http/listen.ts';
import {openService} from '../../service/open-service.ts';
import {apiAt, failureOf} from './helpers.ts';
import {waitFor} from '../../helpers/wait-for.ts';

/** The service on a real port: the client uses HTTP and WebSocket, as with the hosted service. */
async function hosted() {
	const {demo} = await openService({clock: systemClock});
	const {url, close} = await listen(demo, {port: 0});
	onTestFinished(close);
	const {credentials} = demo;
	const withToken = (token: string) => apiAt(url, {credentials: {kind: 'token', token: new Secret(token)}});
	return {demo, url, credentials, withToken, api: withToken(credentials.token)};
}

const events = (signals: readonly FeedSignal[]): FeedEvent[] =>
	signals.flatMap(signal => (signal.type === 'events' ? signal.events : []));

test('signs in with every kind of credentials, and rejects wrong ones with 401', async () => {
	const {url, credentials} = await hosted();
	const kinds: Credentials[] = [
		{kind: 'token', token: new Secret(credentials.token)},
		{
			kind: 'application',
			id: credentials.applicationId,
			secret: new Secret(credentials.applicationSecret),
		},
		{kind: 'bearer', token: new Secret(credentials.bearer)},
	];
	for (const kind of kinds) {
		expect(await apiAt(url, {credentials: kind}).myTeam()).toMatchObject({id: 'team'});
	}
	const strangers: (Credentials | undefined)[] = [
		undefined,
		{kind: 'token', token: new Secret('x')},
		{kind: 'application', id: credentials.applicationId, secret: new Secret('x')},
		{kind: 'bearer', token: new Secret('x')},
	];
	for (const kind of strangers) {
		expect(await failureOf(apiAt(url, {credentials: kind}).myTeam())).toMatchObject({status: 401});
	}
});

test('reports a missing team or missing permissions and allows everything else', async () => {
	const {withToken, credentials} = await hosted();
	expect(await failureOf(withToken(credentials.teamlessToken).myTeam())).toMatchObject({
		status: 404,
		key: 'TEAM_NOT_FOUND',
	});
	expect(
		await failureOf(withToken(credentials.noPermissionsToken).listServers({teamId: 'team'})),
	).toMatchObject({
		status: 403,
		key: 'missingPermission.ACCESS_SERVERS',
	});
	const reader = withToken(credentials.readOnlyToken);
	expect((await reader.listServers({teamId: 'team'})).items.length).toBeGreaterThan(1);
	expect(await failureOf(reader.awaitRcon({serverId: 'cs', command: 'status'}))).toMatchObject({
		status: 403,
		key: 'missingPermission.MANAGE_SERVERS',
	});
});

test('an awaited command and the team feed return the same response from a real game', async () => {
	const {api, url, credentials} = await hosted();
	const signals: FeedSignal[] = [];
	const feed = openTeamFeed({
		url: feedUrlFrom(url),
		destinations: ['/topic/team/{teamId}'],
		credentials: {kind: 'token', token: new Secret(credentials.token)},
		clock: systemClock,
		random: () => 0.5,
		teamId: (await api.myTeam()).id,
		on: signal => signals.push(signal),
	});
	onTestFinished(feed.close);
	await waitFor(() => expect(signals.at(-1)).toMatchObject({status: {status: 'live'}}));
	const {command} = await api.awaitRcon({serverId: 'cs', command: 'status'});
	expect(command.response).toContain('de_mirage');
	await waitFor(() =>
		expect(events(signals)).toMatchObject(
			expect.arrayContaining([{kind: 'rcon', packet: expect.objectContaining({serverId: 'cs', command})}]),
		),
	);
	const stored = await api.getServer({serverId: 'cs'});
	expect(stored.commands.map(({commandId}) => commandId)).toContain(command.commandId);
});

test('a successful rename returns 204, and a name that is taken returns its key', async () => {
	const {api} = await hosted();
	expect(await api.changeDisplayName({serverId: 'cs', displayName: 'Renamed'})).toBeUndefined();
	expect((await api.getServer({serverId: 'cs'})).displayName).toBe('Renamed');
	const taken = await failureOf(api.changeDisplayName({serverId: 'ark', displayName: 'Renamed'}));
	expect(taken).toMatchObject({status: 409, key: 'server.display_name_already_exists'});
});

test('the feed reconnects by itself after a hang-up or an outage', async () => {
	const {demo, url, credentials} = await hosted();
	const signals: FeedSignal[] = [];
	const feed = openTeamFeed({
		url: feedUrlFrom(url),
		destinations: ['/topic/team/{teamId}'],
		credentials: {kind: 'token', token: new Secret(credentials.token)},
		clock: systemClock,
		random: () => -0.9,
		teamId: 'team',
		on: signal => signals.push(signal),
	});
	onTestFinished(feed.close);
	const lives = () =>
		signals.filter(signal => signal.type === 'status' && signal.status.status === 'live').length;
	for (const [turn, code] of [1006, 1000, 4500].entries()) {
		await waitFor(() => expect(lives()).toBe(turn + 1));
		demo.faults.dropFeed(code);
	}
	await waitFor(() => expect(lives()).toBe(4));
	expect(demo.broker.connections()).toBe(1);
});
