import {getRawAsset} from 'node:sea';
import {Script} from 'node:vm';
import {runParts} from './parts.ts';
import {whichCode} from './which-code.ts';

/** Set by the build: true if the compiled code is embedded, too. */
declare const HAS_CODE_CACHE: boolean;

/**
Starts the program embedded in this executable, with the code that V8 compiled in a run at build time. The build
ensures that the text is ASCII. Node's own `useCodeCache` omits functions that run later: with it, a first paint
takes 2.5 times the CPU time.
*/
const which = whichCode();
runParts(part => {
	const text = Buffer.from(getRawAsset(part)).toString('latin1');
	const code = HAS_CODE_CACHE ? {cachedData: Buffer.from(getRawAsset(`${which}-${part}`))} : {};
	return new Script(text, {filename: process.execPath, ...code}).runInThisContext();
});
