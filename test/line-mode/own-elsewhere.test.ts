import {expect, test} from 'vitest';
import {server} from '../helpers/headless-app.ts';
import {openTestLineMode} from '../helpers/open-line-mode.ts';

test("a command from the shell is announced on receipt, and not again once it is known as one's own", async () => {
	const stream = openTestLineMode({columns: 200, app: [[server('a', 'ONLINE')]]});
	await stream.type(':feed all');
	const {store, clock} = stream.services;
	const save = {command: 'save', response: 'fine', commandId: 'save', timestamp: 9};
	store.dispatch({type: 'rcon/received', serverId: 'a', at: clock.now(), via: 'feed', commands: [save]});
	const announcements = async () => {
		await stream.pass(1);
		return stream.rows().filter(row => /save|ANSWER/.test(row));
	};
	const before = await announcements();
	expect(before).toEqual(['OTHER name-a, save: fine']);
	store.dispatch({type: 'rcon/claimed', serverId: 'a', claims: [{...save, by: 'shell'}]});
	expect(await announcements()).toEqual(before);
});
