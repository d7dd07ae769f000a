import {getRawAsset} from 'node:sea';
import {Script} from 'node:vm';
import {whichCode} from './which-code.ts';

/**
Starts the program that is part of this executable, with the code that V8 made of it in a run at build time. The text
is ASCII, as the build made sure.
*/
const program = Buffer.from(getRawAsset('program')).toString('latin1');
const cachedData = Buffer.from(getRawAsset(whichCode()));
new Script(program, {filename: process.execPath, cachedData}).runInThisContext();
