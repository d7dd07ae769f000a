import {expect, test} from 'vitest';
import {hasTooManyValues} from '../../../src/lib/json/json-size.ts';

const isTooMuch = (text: string) => hasTooManyValues(Buffer.from(text), 3, 5);

test.each(['[[[[', '[{},{},{}]', '[1,2,3,4,5,6,7]', '{"a":[],"b":[],"c":[]}'])(
	'%s contains too many values',
	text => {
		expect(isTooMuch(text)).toBe(true);
	},
);

test.each(['[[[]]]', '[1,2,3,4,5,6]', '["[[[[,,,,,,"]', '["\\"[[[[,,,,,,"]', '"[[[[[[', '"\\'])(
	'%s has few enough, whatever its texts contain',
	text => {
		expect(isTooMuch(text)).toBe(false);
	},
);
