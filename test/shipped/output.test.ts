import {expect, test} from 'vitest';
import {openService, openShipped} from './shipped.ts';

test('a pipe gets the whole list of 1,000 servers', async () => {
	const {env} = await openService({servers: 1000});
	const rcondeck = openShipped({env});
	const {code, out} = await rcondeck.shell('set -o pipefail; rcondeck servers --json | cat');
	expect(code).toBe(0);
	expect(JSON.parse(out)).toMatchObject({servers: {length: 1000}});
});
