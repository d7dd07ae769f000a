import {getAssetKeys, getRawAsset} from 'node:sea';
import {Script} from 'node:vm';
import {commandIn} from './code-cache.ts';

/** Starts the program in this executable, with the code that V8 compiled at build time in a run of this command or another one. */
const codes = [commandIn(process.argv.slice(2)), 'servers'].map(word => `code-${word}`);
const code = codes.find(name => getAssetKeys().includes(name));
const script = new Script(Buffer.from(getRawAsset('program')).toString(), {
	filename: process.execPath,
	...(code !== undefined && {cachedData: Buffer.from(getRawAsset(code))}),
});
// The build makes it a function of `require`.
(script.runInThisContext() as (require: NodeJS.Require) => void)(require);
