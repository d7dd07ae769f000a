import {systemClock} from '../../src/lib/time/clock.ts';
import {openDemo} from '../../src/demo/index.ts';
import {smallFleet} from './small-fleet.ts';

/*
 * A separate process that issues and revokes tokens and renames a server. It prints `revoked` and the id of each token that
 * is revoked. `power-cut.test.ts` ends it after the last line.
 */
const demo = await openDemo({clock: systemClock, data: process.argv[2] ?? ':memory:', fleet: smallFleet});
const send = async (method: string, path: string, body?: object) => {
	const headers = {'Application-Token': demo.credentials.token};
	const init = {method, headers, ...(body && {body: JSON.stringify(body)})};
	const answer = await demo.fetch(new Request(`http://demo${path}`, init));
	const text = await answer.text();
	if (!answer.ok) throw new Error(text);
	return text;
};
for (let number = 0; number < 5; number++) {
	const request = {name: `bot ${number}`, permissions: ['ALL']};
	const {id} = JSON.parse(await send('POST', '/team/team/application-user', request)) as {id: string};
	await send('POST', '/server/cs/change-display-name', {displayName: `cs ${number}`});
	await send('DELETE', `/team/team/application-user/${id}`);
	process.stdout.write(`revoked ${id}\n`);
}
process.stdout.write('complete\n');
setInterval(() => {}, 1000);
