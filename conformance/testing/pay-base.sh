# A --pay command for the faulty servers: reads one line of JSON, and prints a receipt that they accept.
# Written in sh, because every run of the suite starts it a dozen times, and Node.js takes ten times as long to start.
read -r asked
id=${asked#*'"id":"'}
amount=${asked##*'"amount":'}
amount=${amount%%,*}
amount=${amount#'"'}
outcome=${asked##*'"outcome":"'}
echo "receipt:${id%%'"'*}:${amount%'"'}:${outcome%%'"'*}:$$-$(date +%s)"
