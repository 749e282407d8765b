# A --pay command: one JSON line in, the receipt out, as the base of the faulty servers takes it.
# In sh, as every run of the suite starts it a dozen times, and Node takes ten times as long to start.
read -r asked
id=${asked#*'"id":"'}
amount=${asked##*'"amount":'}
amount=${amount%%,*}
amount=${amount#'"'}
outcome=${asked##*'"outcome":"'}
echo "receipt:${id%%'"'*}:${amount%'"'}:${outcome%%'"'*}:$$-$(date +%s)"
