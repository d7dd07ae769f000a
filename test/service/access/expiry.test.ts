import {expect, test} from 'vitest';
import {openService, type Service} from '../open-service.ts';

const minute = 60_000;

async function createBrief({post}: Service, number: number) {
	const request = {name: `brief ${number}`, permissions: ['ACCESS_TEAM'], expiresInSeconds: 60};
	const {body} = await post('/team/team/application-user', request);
	return {'Application-Token': String(body['token'])};
}

const countTokens = ({demo}: Service) => demo.context.store.applications.count();

test('expired tokens and invitations free their places', async () => {
	const service = await openService({limits: {maxTokens: 20, maxInvites: 5}});
	const before = countTokens(service);
	for (let number = 0; number < 5; number++) await createBrief(service, number);
	expect(countTokens(service)).toBe(before + 5);
	await service.pass(minute);
	expect(countTokens(service)).toBe(before);
	for (let number = 0; number < 20; number++) {
		const invited = {name: `guest ${number}`, permissions: [], expiresInSeconds: 1};
		expect((await service.post('/team/team/invite-code', invited)).status).toBe(200);
		await service.pass(1000);
	}
	const invites = service.demo.context.store.teams.all().flatMap(team => team.invites);
	expect(invites.length).toBeLessThanOrEqual(5);
});

test('a clock that is set back does not revive a token', async () => {
	const service = await openService();
	const headers = await createBrief(service, 1);
	const status = async () => (await service.call('GET', '/team/my', undefined, headers)).status;
	await service.pass(50_000);
	expect(await status()).toBe(200);
	// In the last seconds of the token.
	service.clock.setAhead(-3600_000);
	await service.pass(10_000);
	expect(await status()).toBe(401);
});

test('a token that was used after its expiry stays invalid if the clock is set back', async () => {
	const service = await openService();
	const headers = await createBrief(service, 1);
	const status = async () => (await service.call('GET', '/team/my', undefined, headers)).status;
	service.clock.setAhead(minute);
	expect(await status()).toBe(401);
	service.clock.setAhead(-minute);
	expect(await status()).toBe(401);
});
