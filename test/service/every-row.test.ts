import {expect, test} from 'vitest';
import type {Endpoint} from '../../src/contract/endpoint.ts';
import {endpoints} from '../../src/contract/endpoints/index.ts';
import {callable, isAnswerOf, requestTo} from './every-call.ts';
import {openService, type Answer} from './open-service.ts';

const cases = callable.flatMap(name => {
	const {path, alternative}: Endpoint = endpoints[name];
	return [path, ...(alternative === undefined ? [] : [alternative])].map(each => [name, each] as const);
});

test.each(cases)('%s succeeds at %s, and its response matches the contract', async (name, pattern) => {
	const service = await openService();
	const {method, path, body} = await requestTo(service, name, pattern);
	const answer = await service.call(method, path, body);
	expect(answer).toSatisfy(({status}: Answer) => status < 300);
	expect(answer.text).toSatisfy((text: string) => isAnswerOf(endpoints[name], text));
});
