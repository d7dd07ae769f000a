import {expect, test} from 'vitest';
import {withoutSecrets} from '../../src/lib/secrets/secret-patterns.ts';
import {linkMessages} from '../../src/messages/link.ts';

test('the reason of a refused agent contains nothing that the log would hide as a secret', () => {
	const {replaced, otherRecords, noNode, agentTooOld, serviceTooOld, early} = linkMessages;
	for (const reason of [replaced, otherRecords('cellar'), noNode, agentTooOld, serviceTooOld, early])
		expect(withoutSecrets(reason)).toBe(reason);
});
