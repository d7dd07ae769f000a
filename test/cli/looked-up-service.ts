import type {ServerResponse} from 'node:http';
import {httpService, json} from '../helpers/http-service.ts';

/** The responses of a small team to all lookups that commands make before they act. */
const lookups: Record<string, unknown> = {
	'/team/my': {id: 't', name: 'team', members: [{id: 'm', name: 'm'}]},
	'/server/by-team/t': [{id: 'a', displayName: 'one', state: 'ONLINE', gameType: 'CS2', nodeId: 'n'}],
	'/server/a': {id: 'a', displayName: 'one', state: 'ONLINE', gameType: 'CS2', nodeId: 'n'},
	'/node/by-team/t': [{id: 'n', settings: {name: 'n'}}],
	'/node/n/task': [{id: 'k', nodeId: 'n', serverId: 'a'}],
	'/automation/by-team/t': [{id: 'auto', name: 'auto', enabled: true}],
};

/**
 * A service that knows everything that commands look up, and responds to the requests in question as
 * configured.
 */
export async function lookedUpService(question: RegExp, answer: (response: ServerResponse) => void) {
	const pathOf = (url: string) => new URL(url, 'http://service').pathname;
	const {url, seen} = await httpService(({method, url: target}, response) => {
		const pathname = pathOf(target);
		if (question.test(`${method} ${pathname}`)) answer(response);
		else json(response, 200, lookups[pathname] ?? {});
	});
	return {
		env: {RCONDECK_URL: url, RCONDECK_TOKEN: 'token-of-a-test', RCONDECK_FEED_URL: 'off'},
		/** The requests in question so far. */
		asked: () => seen.filter(({method, url: target}) => question.test(`${method} ${pathOf(target)}`)),
	};
}
