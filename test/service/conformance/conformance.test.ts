import {expect, test} from 'vitest';
import {readAnswer, stompClient} from '../open-service.ts';
import {serveRaw} from '../raw-client.ts';
import {differenceOf, facts, nameOf, type Fact} from './facts.ts';

test('keeps every fact of the specification over HTTP', async () => {
	const {port, demo} = await serveRaw();
	const {credentials} = demo;
	const tokens: Record<NonNullable<Fact['as']>, string> = {
		nobody: 'wrong',
		reader: credentials.readOnlyToken,
		'without permissions': credentials.noPermissionsToken,
		'without a team': credentials.teamlessToken,
		'another team': credentials.otherTeamToken,
	};
	const differences: string[] = [];
	for (const fact of facts) {
		const {method, path, body, as} = fact;
		const init = {
			method,
			headers: {'Application-Token': as ? tokens[as] : credentials.token},
			...(body !== undefined && {body: typeof body === 'string' ? body : JSON.stringify(body)}),
		};
		const answer = await readAnswer(await fetch(`http://127.0.0.1:${port}${path}`, init));
		const difference = differenceOf(fact, answer);
		if (difference !== undefined) differences.push(`${nameOf(fact)}: ${difference}`);
	}
	expect(differences).toEqual([]);
});

test('accepts each of the credentials that the specification names', async () => {
	const {port, demo} = await serveRaw();
	const {token, applicationId, applicationSecret, bearer} = demo.credentials;
	const statusOf = async (headers: Record<string, string>) =>
		(await fetch(`http://127.0.0.1:${port}/team/my`, {headers})).status;
	expect(await statusOf({'Application-Token': token})).toBe(200);
	const both = {'Application-Id': applicationId, 'Application-Secret': applicationSecret};
	expect(await statusOf(both)).toBe(200);
	expect(await statusOf({Authorization: `Bearer ${bearer}`})).toBe(200);
	for (const some of [{}, {'Application-Id': applicationId}, {'Application-Secret': applicationSecret}])
		expect(await statusOf(some)).toBe(401);
});

test('sends the answer to a plain command as a STOMP message, and lists it in the commands of the server', async () => {
	const {demo, post, call, until} = await serveRaw();
	const bodies: string[] = [];
	const client = stompClient(demo);
	await new Promise<void>(resolve => {
		client.onConnect = () => {
			client.watchForReceipt('subscribed', () => resolve());
			client.subscribe('/topic/team/team', ({body}) => bodies.push(body), {receipt: 'subscribed'});
		};
		client.activate();
	});
	expect(await post('/server/cs/rcon', {command: 'status'})).toMatchObject({status: 200, text: ''});
	await until(() => bodies.some(body => body.includes('"command":"status"')));
	expect((await call('GET', '/server/cs')).body['commands']).toMatchObject([{command: 'status'}]);
});
