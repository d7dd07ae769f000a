import {DatabaseSync} from 'node:sqlite';
import {expect, onTestFinished, test, vi} from 'vitest';
import {openTransactions} from '../../src/service/records/transactions.ts';

test('a transaction that SQLite has ended, as on a full disk, refuses later changes and fails', () => {
	const database = new DatabaseSync(':memory:');
	onTestFinished(() => database.close());
	const transactions = openTransactions(database, () => {});
	const undone: string[] = [];
	const work = () => {
		transactions.onRollback(() => void undone.push('a change'));
		database.exec('ROLLBACK');
		expect(transactions.check).toThrow('The transaction has failed.');
	};
	expect(() => transactions.atomically(work)).toThrow('no transaction is active');
	expect(undone).toEqual(['a change']);
	expect(transactions.check).not.toThrow();
	expect(transactions.atomically(() => 'the next')).toBe('the next');
});

test('a failed transaction throws its own error and undoes all it can, even if a step of that fails', () => {
	const database = new DatabaseSync(':memory:');
	onTestFinished(() => database.close());
	const bugs: unknown[] = [];
	const [cause, badUndo] = ['cause', 'undo'].map(text => new Error(text));
	const fail = (error: Error | undefined) => () => {
		throw error;
	};
	const done: string[] = [];
	const transactions = openTransactions(
		database,
		bug => void bugs.push(bug),
		() => void done.push('rolled back'),
	);
	const work = () => {
		transactions.onRollback(() => void done.push('first change'));
		transactions.onRollback(fail(badUndo));
		throw cause;
	};
	expect(() => transactions.atomically(work)).toThrow(cause);
	expect(done).toEqual(['first change', 'rolled back']);
	expect(bugs).toEqual([badUndo]);
	expect(transactions.atomically(() => 'the next')).toBe('the next');
});

test('a transaction that cannot be rolled back throws its own error', () => {
	const database = new DatabaseSync(':memory:');
	onTestFinished(() => database.close());
	const bugs: unknown[] = [];
	const transactions = openTransactions(database, bug => void bugs.push(bug));
	const undone: string[] = [];
	const broken = new Error('disk I/O error');
	const exec = database.exec.bind(database);
	vi.spyOn(database, 'exec').mockImplementation(sql => {
		if (sql === 'ROLLBACK') throw broken;
		exec(sql);
	});
	const work = () => {
		transactions.onRollback(() => void undone.push('a change'));
		throw new Error('cause');
	};
	expect(() => transactions.atomically(work)).toThrow('cause');
	expect(undone).toEqual(['a change']);
	expect(bugs).toEqual([broken]);
});
