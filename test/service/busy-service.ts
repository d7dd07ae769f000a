import {systemClock} from '../../src/lib/time/clock.ts';
import {openDemo} from '../../src/demo/index.ts';
import {smallFleet} from './small-fleet.ts';

/*
 * A separate process that creates, renames and moves servers as fast as it can. It prints one line before
 * each request and one after each success: `try` or `done`, `name` or `directory`, server ID, value.
 * `killed.test.ts` ends it.
 */
const {team} = smallFleet;
const fleet = {...smallFleet, team: {...team, limits: {...team.limits, maxServers: 100_000}}};
const timings = {installMs: 1, moveMs: 1};
const demo = await openDemo({clock: systemClock, data: process.argv[2] ?? ':memory:', fleet, timings});

const say = (...words: string[]) => process.stdout.write(`${words.join(' ')}\n`);
const post = (path: string, body: object) =>
	demo.fetch(
		new Request(`http://demo${path}`, {
			method: 'POST',
			headers: {'Application-Token': demo.credentials.token},
			body: JSON.stringify(body),
		}),
	);

async function change(what: string, id: string, value: string, path: string, body: object): Promise<void> {
	say('try', what, id, value);
	const answer = await post(`/server/${id}${path}`, body);
	if (answer.ok) say('done', what, id, value);
}

for (let number = 0; ; number++) {
	const name = `${process.pid}-${number}`;
	const created = await post('/server/create', {nodeId: 'node', name, gameType: 'CS2', map: 'de_nuke'});
	const {id} = (await created.json()) as {id: string};
	say('done', 'name', id, name);
	await change('name', id, `${name}-renamed`, '/change-display-name', {displayName: `${name}-renamed`});
	const serverDirectory = `D:\\${name}`;
	await change('directory', 'down', serverDirectory, '/change-directory', {serverDirectory});
	// Lets installations and moves finish, which takes a millisecond.
	await new Promise(resolve => setTimeout(resolve, 2));
}
