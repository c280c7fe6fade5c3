process.stderr.write('')
