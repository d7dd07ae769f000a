import {getRawAsset} from 'node:sea';
import {Script} from 'node:vm';
import {runParts} from './parts.ts';
import {whichCode} from './which-code.ts';

/**
Starts the program that is part of this executable, with the code that V8 made of it in a run at build time. The text
is ASCII, as the build made sure. The code that Node can keep in an executable by itself (`useCodeCache`) is without the
functions that run later: a first paint with it takes 2.5 times the CPU time.
*/
const which = whichCode();
runParts(part => {
	const text = Buffer.from(getRawAsset(part)).toString('latin1');
	const cachedData = Buffer.from(getRawAsset(`${which}-${part}`));
	return new Script(text, {filename: process.execPath, cachedData}).runInThisContext();
});
