import type {Command} from 'commander';
import {create} from '../../actions/create.ts';
import {move, rename} from '../../actions/server-settings.ts';
import {addAction} from '../actions/run.ts';
import type {Run} from '../command-run.ts';

export function addManage(program: Command, run: Run): void {
	for (const action of [create, rename, move]) addAction(program, run, action);
}
