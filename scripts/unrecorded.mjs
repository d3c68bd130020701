// Loaded before everything else in each process of a test run: tap then keeps no record of the modules that the process loads. For its record (of
// coverage, which `npm run coverage` measures without this) it reads every source map, which takes longer than most test files.
process.env._TAPJS_PROCESSINFO_EXCLUDE_ = '/./'
